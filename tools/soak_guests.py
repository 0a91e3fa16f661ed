"""Guests of tools/soak_server.py who do not keep to the rules: they stall, vanish, lie, flood, and never read.

Each kind is a coroutine that comes once, does its harm and goes; `Guests` lets so many of each come again and again."""
import asyncio
import contextlib
import json
import socket
import struct

from soak_players import PASSWORD, TYPES, Worker

STAY_S = 30  # so long a guest does nothing
UNREAD_S = (30, 150)  # so long one stays who never reads
TRY_S = 180  # after that long a guest is thrown out by ourselves
SMALL_BUFFER = 4096
OBSERVED = 80  # rooms of one observer
ILLEGAL = {
    "piranhas": b'<data class="move" x="99" y="4" direction="RIGHT"/>',
    "hive": b'<data class="setmove"><piece owner="RED" type="ANT"/><destination x="99" y="0" z="-99"/></data>',
    "mississippi": b'<data class="move"><acceleration order="0" acc="77"/><advance order="1" distance="66"/></data>',
    "penguins": b'<data class="move"><from x="99" y="0"/><to x="99" y="2"/></data>',
}
GARBAGE = (
    b"\x00\xff\xfe" * 500,
    b"GET / HTTP/1.1\r\n\r\n" * 20,
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><protocol>&b;</protocol>',
    b"<protocol>" + b"<a>" * 5000,
    b'<protocol><join gameType="' + b"x" * 300000 + b'"/>',
    b"<protocol></wrong>",
    b"<protocol>" + b"<nonsense/>" * 1000,
)
LIES = (
    b'<joinPrepared reservationCode="00000000-0000-0000-0000-000000000000"/>',
    b'<joinRoom roomId="no such room"/>',
    b'<room roomId="00000003-0000-0000-0000-000000000000"><data class="move"/></room>',
    b'<observe roomId="x"/>', b'<cancel roomId="x"/>', b'<prepare gameType="swc_2019_piranhas"/>',
    b'<pause roomId="x" pause="true"/>', b'<step roomId="x" forced="true"/>', b'<testMode testMode="true"/>',
    b'<join gameType="swc_1999_nothing"/>',
)
PATHS = ("/", "/api/hello", "/api/games?phase=running", "/api/games?limit=5", "/metrics", "/api/status",
         "/api/games/none", "/api/games/..%2f..%2fweb-token", "/api/tests", "/no/such/page",
         "/api/games?before=-1&limit=99999999999999",
         "/api/events?subs=" + "x" * 2000, "/api/positions")
BODIES = (b"", b"{}", b"[" * 2000, b'{"ply":-1,"words":"' + b"a" * 5000 + b'"}', b"\xff\xfe",
          b'{"ply":0,"words":"a1a2"}', b'{"game":"hive","red":{"kind":"person"}}')


def cut(writer):
    """Hangs up with a reset."""
    line = writer.get_extra_info("socket")
    with contextlib.suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Guests(Worker):
    def __init__(self, pipe, seed, share):
        """`share`: of the crowd that comes to 2,000 rooms."""
        super().__init__(pipe, seed)
        self.share, self.rooms = share, []

    async def start(self):
        crowd = ((self.say_nothing, 30), (self.say_half, 30), (self.stall_at_the_move, 20), (self.vanish, 20),
                 (self.vanish_at_once, 5), (self.play_illegally, 20), (self.tell_lies, 10), (self.guess_password, 2),
                 (self.send_garbage, 10), (self.flood_joins, 3), (self.flood_requests, 3), (self.ask_by_bytes, 10),
                 (self.stop_in_the_request, 20), (self.observe_and_never_read, 2), (self.stream_and_never_read, 30))
        self.begin(self.look_for_rooms())
        for guest, count in crowd:
            for _ in range(max(1, round(count * self.share))):
                self.begin(self.come_again(guest))

    async def come_again(self, guest):
        while True:
            await asyncio.sleep(self.chance.uniform(0, 2))
            await self.up.wait()
            self.counts["guests who " + guest.__name__.replace("_", " ")] += 1
            with contextlib.suppress(OSError, EOFError, asyncio.TimeoutError, asyncio.LimitOverrunError):
                await asyncio.wait_for(guest(), TRY_S)

    @contextlib.asynccontextmanager
    async def line(self, port, small=False):
        """A connection that is reset at the end; a small one takes few bytes that it does not read."""
        plug = socket.socket()
        plug.setblocking(False)
        if small:
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        try:
            await asyncio.get_running_loop().sock_connect(plug, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=plug, limit=1 << 20)
        except BaseException:
            plug.close()
            raise
        try:
            yield reader, writer
        finally:
            cut(writer)

    async def look_for_rooms(self):
        """Ids of games that run, for those who meddle with them."""
        while True:
            await self.up.wait()
            with contextlib.suppress(OSError, EOFError, ValueError, asyncio.TimeoutError):
                text = await asyncio.wait_for(self.fetch("GET", "/api/games?phase=running"), TRY_S)
                self.rooms = [game["id"] for game in json.loads(text.split(b"\r\n\r\n", 1)[1])["games"]]
            await asyncio.sleep(20)

    def request(self, method, path, body=b"", more=""):
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.site.web_port}\r\nConnection: close\r\n{more}"
        if method == "POST":
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + body

    async def fetch(self, *words):
        async with self.line(self.site.web_port) as (reader, writer):
            writer.write(self.request(*words))
            return await reader.read()

    # ---- programs ----

    async def joined(self, reader, writer):
        """Joins as anybody may, and waits for the request of a move; the game and its room."""
        game = self.chance.choice(list(TYPES))
        writer.write(f'<protocol><join gameType="{TYPES[game]}"/>'.encode())
        text = await reader.readuntil(b"oveRequest")
        return game, text.split(b'roomId="', 1)[1].split(b'"')[0]

    async def say_nothing(self):
        async with self.line(self.site.port) as (_, writer):
            game = self.chance.choice(list(TYPES.values()))
            writer.write(f'<protocol><join gameType="{game}"/>'.encode())
            await asyncio.sleep(STAY_S)

    async def say_half(self):
        async with self.line(self.site.port) as (_, writer):
            writer.write(self.chance.choice((b"<proto", b'<protocol><join gameType="swc_2020', b"<protocol><room ")))
            await asyncio.sleep(STAY_S)

    async def stall_at_the_move(self):
        async with self.line(self.site.port) as (reader, writer):
            game, room = await self.joined(reader, writer)
            writer.write(b'<room roomId="%s">%s' % (room, ILLEGAL[game][:20]))
            await asyncio.sleep(STAY_S)

    async def vanish(self):
        async with self.line(self.site.port) as (reader, writer):
            _, room = await self.joined(reader, writer)
            writer.write(b'<room roomId="%s"><data class="mo' % room)

    async def vanish_at_once(self):
        for _ in range(20):
            async with self.line(self.site.port):
                await asyncio.sleep(0.05)

    async def play_illegally(self):
        async with self.line(self.site.port) as (reader, writer):
            game, room = await self.joined(reader, writer)
            writer.write(b'<room roomId="%s">%s</room>' % (room, ILLEGAL[game]))
            await asyncio.wait_for(reader.read(), STAY_S)

    async def tell_lies(self):
        async with self.line(self.site.port) as (_, writer):
            writer.write(b"<protocol>")
            for _ in range(20):
                if writer.is_closing():
                    return
                lie = self.chance.choice(LIES)
                if self.rooms and self.chance.random() < 0.5:
                    room = self.chance.choice(self.rooms).encode()
                    lie = b'<room roomId="%s">%s</room>' % (room, self.chance.choice(list(ILLEGAL.values())))
                writer.write(lie)
                await asyncio.sleep(0.2)

    async def guess_password(self):
        async with self.line(self.site.port) as (_, writer):
            writer.write(b'<protocol><authenticate password="wrong"/>')
            await asyncio.sleep(5)

    async def send_garbage(self):
        async with self.line(self.site.port) as (reader, writer):
            writer.write(self.chance.choice(GARBAGE))
            await asyncio.wait_for(reader.read(), 5)

    async def flood_joins(self):
        for _ in range(50):
            async with self.line(self.site.port) as (_, writer):
                game = self.chance.choice(list(TYPES.values()))
                writer.write(f'<protocol><join gameType="{game}"/>'.encode() * self.chance.randrange(1, 4))
                await asyncio.sleep(0.05)

    async def observe_and_never_read(self):
        """An administrator for whom up to 4 MiB may wait."""
        async with self.line(self.site.port, small=True) as (_, writer):
            writer.transport.pause_reading()
            writer.write(f'<protocol><authenticate password="{PASSWORD}"/>'.encode())
            for room in self.chance.sample(self.rooms, min(OBSERVED, len(self.rooms))):
                writer.write(f'<observe roomId="{room}"/>'.encode())
            await asyncio.sleep(self.chance.uniform(*UNREAD_S))

    # ---- browsers ----

    async def stream_and_never_read(self):
        topics = ["games"] if self.chance.random() < 0.3 else [
            f"game:{room}" for room in self.chance.sample(self.rooms, min(20, len(self.rooms)))]
        async with self.line(self.site.web_port, small=True) as (_, writer):
            writer.transport.pause_reading()
            writer.write(self.request("GET", "/api/events?subs=" + ",".join(topics)))
            await asyncio.sleep(self.chance.uniform(*UNREAD_S))

    async def flood_requests(self):
        for _ in range(50):
            room = self.chance.choice(self.rooms or ["none"])
            if self.chance.random() < 0.5:
                wanted = ("GET", self.chance.choice(PATHS + (f"/api/games/{room}", f"/api/games/{room}.xml")))
            else:
                deed = self.chance.choice(("move", "resign", "takeback", "pause", "abort"))
                path = self.chance.choice((f"/api/games/{room}/{deed}", "/api/games", "/api/token", "/api/bots"))
                wanted = ("POST", path, self.chance.choice(BODIES),
                          "X-Kielwasser-Seat: 00112233445566778899aabbccddeeff\r\nX-Kielwasser-Token: wrong\r\n")
            await self.fetch(*wanted)
            await asyncio.sleep(0.05)

    async def ask_by_bytes(self):
        async with self.line(self.site.web_port) as (_, writer):
            for byte in self.request("GET", "/api/hello"):
                if writer.is_closing():
                    return
                writer.write(bytes([byte]))
                await asyncio.sleep(0.3)

    async def stop_in_the_request(self):
        async with self.line(self.site.web_port) as (_, writer):
            whole = self.request("POST", "/api/games", b'{"game":"hive"}')
            writer.write(whole[:self.chance.randrange(1, len(whole))])
            await asyncio.sleep(STAY_S)
