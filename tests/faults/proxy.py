"""A stretch of network between phone and server that can lose an answer."""

import socket
import threading

from tests.server import HOST


class Proxy:
    """Passes connections on to a server; with `lose_answers` it cuts them at the answer."""

    def __init__(self, server):
        self.lose_answers = False
        self.lost = 0
        self._target = (HOST, server.port)
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def url(self):
        return f"http://{HOST}:{self.port}"

    def close(self):
        # Closing alone would leave accept() waiting.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)

    def _accept(self):
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(phone,), daemon=True).start()

    def _pass_on(self, phone):
        with phone, socket.create_connection(self._target) as server:
            asking = threading.Thread(target=_pump, args=(phone, server), daemon=True)
            asking.start()
            while answer := _receive(server):
                if self.lose_answers:
                    self.lost += 1
                    break
                phone.sendall(answer)
            # Closing alone would wait for the other thread, which still listens.
            phone.shutdown(socket.SHUT_RDWR)


def _pump(source, target):
    try:
        while data := _receive(source):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # the other side was closed: nobody waits for the rest


def _receive(source):
    try:
        return source.recv(65536)
    except OSError:
        return b""
