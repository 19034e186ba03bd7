"""Packages that an organiser allows: where they are found, and what is said where one is not there."""

import os
import sys

# Names under which a package is imported and not installed.
_INSTALLED_AS = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python-headless",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "PyYAML",
}
# A file that imports one of these answers requests, and is asked by nobody here.
_SERVERS = frozenset("aiohttp bottle cherrypy django fastapi flask sanic starlette tornado uvicorn".split())
IS_A_SERVER = "a web server is started by its author, and named by its url"
# What a bot can import in any case.
_ALWAYS = "bots have the standard library and what lies beside them, and what is installed for every user here"
# A bot has one processor: threads of a library would only be in each other's way, and count as the bot's.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def allow(folder):
    """Puts a folder of packages behind the standard library, and before what is installed for every user."""
    shared = (n for n, path in enumerate(sys.path) if path.endswith(("site-packages", "dist-packages")))
    sys.path.insert(next(shared, len(sys.path)), os.path.abspath(folder))
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")


def would_bring(module):
    """What would bring a module that is not there."""
    top = module.partition(".")[0]
    if top in _SERVERS:
        return IS_A_SERVER
    package = _INSTALLED_AS.get(top, top)
    helps = f'packages.toml with python = ["{package}"] and croupier packages would bring it'
    return f"module {top} is not there; {helps}; {_ALWAYS}"


def serves():
    """What helps where a file has no bot, if it has imported what serves requests."""
    # Nothing of ours imports it.
    return f"; {IS_A_SERVER}" if "socketserver" in sys.modules else ""
