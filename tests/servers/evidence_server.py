"""A loopback server that plays search engines, wikis and web pages, well and badly. Prints its port."""

import asyncio
from collections import Counter

from aiohttp import web

PAGE = "<html><head><title>Glasgow</title></head><body><nav>menu</nav><main><p>Glasgow is in Scotland.</p></main></body></html>"
ASKED = web.AppKey("asked", Counter)
HITS = {
    "good": ["/page/good"],
    "bad first": ["/page/missing", "/page/image", "/page/good"],
    "none": [],
}


def hits(request, query: str) -> list[str]:
    return [f"http://{request.host}{path}" for path in HITS.get(query, ["/page/good"])]


async def searxng(request: web.Request) -> web.Response:
    query = request.query["q"]
    if query == "forbidden":
        return web.Response(status=403)
    if query == "busy twice":
        request.app[ASKED][query] += 1
        if request.app[ASKED][query] <= 2:
            return web.Response(status=429, headers={"Retry-After": "0.1"})
    if query == "outage":
        return web.Response(status=503)
    if query == "garbage":
        return web.Response(text="<html>", content_type="text/html")
    if query == "other form":
        return web.json_response({"answers": []})
    if query == "slow":
        await asyncio.sleep(5)
    assert request.query["format"] == "json"
    found = [{"url": url, "title": "T", "content": f"snippet {query}"} for url in hits(request, query)]
    return web.json_response({"results": found})


async def serper(request: web.Request) -> web.Response:
    body = await request.json()
    if request.headers.get("X-API-KEY") != "secret-key":
        return web.Response(status=403)
    found = [
        {"link": url, "title": "T", "snippet": f"about {body['q']}, key secret-key"}
        for url in hits(request, body["q"])
    ]
    return web.json_response({"organic": found})


async def tavily(request: web.Request) -> web.Response:
    body = await request.json()
    if request.headers.get("Authorization") != "Bearer secret-key":
        return web.Response(status=401)
    found = [
        {"url": url, "title": "T", "content": f"about {body['query']}, key secret-key"}
        for url in hits(request, body["query"])
    ]
    return web.json_response({"results": found})


async def post_search(request: web.Request) -> web.Response:
    return await (serper(request) if "X-API-KEY" in request.headers else tavily(request))


async def api(request: web.Request) -> web.Response:
    query = request.query
    if query.get("action") == "wbsearchentities":
        item = {
            "id": "Q4093",
            "label": "Glasgow",
            "description": "city in Scotland",
            "concepturi": "http://www.wikidata.org/entity/Q4093",
        }
        return web.json_response({"search": [item, {**item, "id": "Q1", "description": ""}]})
    if query["gsrsearch"] == "nothing":
        return web.json_response({"batchcomplete": True})
    if query["gsrsearch"] == "error":
        return web.json_response({"error": {"code": "ratelimited"}})
    pages = [
        {
            "index": 2,
            "title": "Clyde",
            "fullurl": "https://en.wikipedia.org/wiki/Clyde",
            "extract": "A river that runs through Glasgow.",
        },
        {
            "index": 1,
            "title": "Glasgow",
            "fullurl": "https://en.wikipedia.org/wiki/Glasgow",
            "extract": "Glasgow is a city in Scotland.",
        },
    ]
    return web.json_response({"query": {"pages": pages}})


async def page(request: web.Request) -> web.StreamResponse:
    kind = request.match_info["kind"]
    request.app[ASKED][kind] += 1
    port = request.url.port
    if kind == "to this machine":
        raise web.HTTPFound(f"http://127.0.0.1:{port}/page/good")
    if kind == "to this machine in other digits":
        raise web.HTTPFound(f"//①②⑦。0.0.1:{port}/page/good")
    if kind == "to IPv6":
        raise web.HTTPFound(f"http://[::ffff:127.0.0.1]:{port}/page/good")
    if kind == "good":
        return web.Response(text=PAGE, content_type="text/html")
    if kind == "latin":
        return web.Response(
            body="João".encode("latin-1"), headers={"Content-Type": "text/plain; charset=latin-1"}
        )
    if kind == "image":
        return web.Response(body=b"\x89PNG", content_type="image/png")
    if kind == "empty":
        return web.Response(text="<html><script>1</script></html>", content_type="text/html")
    if kind.startswith("hop"):
        left = int(kind.removeprefix("hop"))
        raise web.HTTPFound(f"/page/hop{left - 1}" if left > 1 else "/page/good")
    if kind == "inward":
        raise web.HTTPFound("http://127.0.0.1:1/secret")
    if kind == "file":
        raise web.HTTPFound("file:///etc/passwd")
    if kind == "large":
        return web.Response(text="x" * 50_000, content_type="text/plain")
    if kind == "bomb":
        response = web.Response(text="x" * 5_000_000, content_type="text/plain")
        response.enable_compression(web.ContentCoding.gzip)
        return response
    if kind == "slow":
        await asyncio.sleep(5)
    if kind == "drip":
        response = web.StreamResponse(headers={"Content-Type": "text/plain"})
        await response.prepare(request)
        for _ in range(50):
            await response.write(b"x")
            await asyncio.sleep(0.1)
        return response
    raise web.HTTPNotFound


async def asked(request: web.Request) -> web.Response:
    return web.json_response(request.app[ASKED])


def make_app() -> web.Application:
    app = web.Application()
    app[ASKED] = Counter()
    app.router.add_get("/asked", asked)
    app.router.add_get("/search", searxng)
    app.router.add_post("/search", post_search)
    app.router.add_get("/w/api.php", api)
    app.router.add_get("/page/{kind}", page)
    return app
