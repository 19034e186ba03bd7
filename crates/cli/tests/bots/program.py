#!/usr/bin/env python3
# Speaks the protocol itself, and plays by every byte that it was ever sent.
import json, sys, time, zlib
sys.stdin.readline()
print('{"type":"hello","protocol":1,"name":"Program","wants":["moves"]}', flush=True)
known = 1
for line in sys.stdin:
    known = zlib.crc32(line.encode(), known)
    message = json.loads(line)
    if message['type'] == 'end':
        print('ends', flush=True)
    if message['type'] == 'ask':
        time.sleep(0.001)
        move = 'take' if known % 3 == 0 else 'pass'
        print(json.dumps({'type': 'answer', 'number': message['number'], 'move': move, 'memory': str(known)}), flush=True)
