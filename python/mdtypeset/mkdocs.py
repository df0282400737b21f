"""A plugin of mkdocs: each page of the site as a PDF beside its HTML."""

from __future__ import annotations

import logging
import os

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin

from ._worker import MdtypesetError, run

log = logging.getLogger("mkdocs.plugins.mdtypeset")


class _Options(Config):
    link = config_options.Type(bool, default=False)
    """Adds a link to the PDF below each page."""
    options = config_options.Type(list, default=[])
    """Options of the command line, as `["--theme", "article"]`."""


class Plugin(BasePlugin[_Options]):
    """Sets each page's own Markdown, with its pictures, when the site is built; pages that have not changed are kept between builds."""

    def _pdf(self, page) -> str:
        return os.path.splitext(os.path.basename(page.file.src_uri))[0] + ".pdf"

    def on_page_content(self, html: str, *, page, config, files) -> str:
        if self.config.link:
            # The PDF is in the folder of the page's HTML.
            html += f'\n<p class="mdtypeset"><a href="{self._pdf(page)}">PDF</a></p>\n'
        return html

    def on_post_page(self, output: str, *, page, config) -> str:
        folder = os.path.dirname(page.file.abs_dest_path)
        os.makedirs(folder, exist_ok=True)
        words = [page.file.abs_src_path, "-o", os.path.join(folder, self._pdf(page)), "--root", os.path.dirname(config.docs_dir)]
        try:
            done = run([*words, *self.config.options])
        except MdtypesetError as error:
            raise PluginError(str(error)) from None
        for line in done.stderr.splitlines():
            log.debug(line)
        if done.returncode:
            log.warning("%s: no PDF (code %s): %s", page.file.src_uri, done.returncode, done.stderr.strip().splitlines()[-1:])
        return output
