#!/usr/bin/env python3
"""A bot for Piranhas 2019 in plain Python: each move goes to the field nearest to the middle."""
import re
import socket
import sys

STEPS = {"UP": (0, 1), "UP_RIGHT": (1, 1), "RIGHT": (1, 0), "DOWN_RIGHT": (1, -1), "DOWN": (0, -1),
         "DOWN_LEFT": (-1, -1), "LEFT": (-1, 0), "UP_LEFT": (-1, 1)}


def moves(board, own):
    """Distance of the target from the middle, field and direction of each legal move."""
    other = "BLUE" if own == "RED" else "RED"
    for (x, y), state in board.items():
        for direction, (dx, dy) in STEPS.items():
            line = [(x + i * dx, y + i * dy) for i in range(-9, 10)]
            count = sum(board.get(field) in ("RED", "BLUE") for field in line)
            to = (x + count * dx, y + count * dy)
            between = [board.get(field) for field in line[10:9 + count]]
            if state == own and board.get(to) in ("EMPTY", other) and other not in between:
                yield abs(2 * to[0] - 9) + abs(2 * to[1] - 9), x, y, direction


def main():
    words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    line = socket.create_connection((words["--host"], int(words["--port"])))
    line.sendall(b'<protocol><joinPrepared reservationCode="%s"/>' % words["--reservation"].encode())
    text = ""
    while "<left" not in text:
        received = line.recv(1 << 16)
        if not received:
            return
        text += received.decode()
        if "MoveRequest" in text:
            state = text[text.rindex("<state"):]
            board = {(int(x), int(y)): kind for x, y, kind in
                     re.findall(r'<field x="(\d)" y="(\d)" state="(\w+)"', state)}
            _, x, y, direction = min(moves(board, re.search(r'currentPlayerColor="(\w+)"', state)[1]))
            print(f"from {x},{y} {direction}", flush=True)
            room = re.search(r'roomId="([^"]+)"', text)[1]
            line.sendall(f'<room roomId="{room}"><data class="move" x="{x}" y="{y}" direction="{direction}">'
                         f'<hint content="from={x},{y}"/></data></room>'.encode())
            text = ""


main()
