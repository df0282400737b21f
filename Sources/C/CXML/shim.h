// Opened late: Sources/C/CLate. What we use of libxml2, as libxml/tree.h, libxml/parser.h and libxml/HTMLparser.h declare it; its layout is part of the library's
// interface.
#pragma once

typedef unsigned char xmlChar;

typedef enum { XML_ELEMENT_NODE = 1, XML_ATTRIBUTE_NODE = 2, XML_TEXT_NODE = 3, XML_CDATA_SECTION_NODE = 4 } xmlElementType;

typedef struct _xmlNode xmlNode;
typedef xmlNode *xmlNodePtr;
typedef struct _xmlAttr xmlAttr;
typedef struct _xmlDoc *htmlDocPtr;

struct _xmlNode {
  void *_private;
  xmlElementType type;
  const xmlChar *name;
  xmlNode *children;
  xmlNode *last;
  xmlNode *parent;
  xmlNode *next;
  xmlNode *prev;
  struct _xmlDoc *doc;
  void *ns;
  xmlChar *content;
  xmlAttr *properties;
  void *nsDef;
  void *psvi;
  unsigned short line;
  unsigned short extra;
};

struct _xmlAttr {
  void *_private;
  xmlElementType type;
  const xmlChar *name;
  xmlNode *children;
  xmlNode *last;
  xmlNode *parent;
  xmlAttr *next;
  xmlAttr *prev;
};

typedef enum {
  HTML_PARSE_RECOVER = 1 << 0,
  HTML_PARSE_NODEFDTD = 1 << 2,
  HTML_PARSE_NOERROR = 1 << 5,
  HTML_PARSE_NOWARNING = 1 << 6,
  HTML_PARSE_NONET = 1 << 11,
  HTML_PARSE_NOIMPLIED = 1 << 13
} htmlParserOption;

typedef enum { XML_PARSE_NOERROR = 1 << 5, XML_PARSE_NOWARNING = 1 << 6, XML_PARSE_NONET = 1 << 11, XML_PARSE_NOCDATA = 1 << 14 } xmlParserOption;

/// The parser's last fault on this thread.
typedef struct {
  int domain;
  int code;
  char *message;
  int level;
  char *file;
  int line;
} xmlError;

htmlDocPtr xmlReadMemory(const char *buffer, int size, const char *url, const char *encoding, int options);
const xmlError *xmlGetLastError(void);
void xmlResetLastError(void);
htmlDocPtr htmlReadMemory(const char *buffer, int size, const char *url, const char *encoding, int options);
xmlNodePtr xmlDocGetRootElement(const struct _xmlDoc *document);
void xmlFreeDoc(struct _xmlDoc *document);
