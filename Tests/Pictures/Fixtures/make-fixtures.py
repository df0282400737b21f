import zlib,struct,sys
def chunk(t,b): return struct.pack('>I',len(b))+t+b+struct.pack('>I',zlib.crc32(t+b))
def png(w,h,ppm=None,color=2,exif=None):
    row=lambda y: b'\0'+b''.join(bytes([x*16%256,y*16%256,128]+([x*20%256] if color==6 else [])) for x in range(w))
    return b'\x89PNG\r\n\x1a\n'+chunk(b'IHDR',struct.pack('>IIBBBBB',w,h,8,color,0,0,0))+(chunk(b'pHYs',struct.pack('>IIB',ppm,ppm,1)) if ppm else b'')+(chunk(b'eXIf',exif) if exif else b'')+chunk(b'IDAT',zlib.compress(b''.join(row(y) for y in range(h))))+chunk(b'IEND',b'')
d=sys.path[0]+'/'
open(d+'plain.png','wb').write(png(24,12))
open(d+'144ppi.png','wb').write(png(24,12,5669))
open(d+'1ppi.png','wb').write(png(24,12,39))
open(d+'alpha.png','wb').write(png(12,12,None,6))
# Turned by a quarter, as phones do it: orientation 6.
open(d+'turned.png','wb').write(png(24,12,exif=b'MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0'))
