"""A stretch of network between phone and server that can be cut, hang, be slow, lose an answer."""

import contextlib
import socket
import threading
import time

from tests.support.server import HOST


class Proxy:
    """Passes connections on to a server.

    With `lose_answers` it cuts them at the answer; `slow` are the seconds that an answer is late.
    """

    def __init__(self, server):
        self.lose_answers = False
        self.lost = 0
        self.slow = 0.0
        self._is_cut = False
        self._is_dead = threading.Event()
        self._open = set()
        self._target = (HOST, server.port)
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def url(self):
        return f"http://{HOST}:{self.port}"

    def cut(self):
        """Drop what is open and refuse what comes."""
        self._is_cut = True
        self._drop()

    def hang(self):
        """Keep all connections and pass nothing on, as a network does that went away."""
        self._is_dead.set()

    def restore(self):
        """Pass on what comes from now on. A connection that hung stays as it is."""
        self._is_cut = False
        self._is_dead = threading.Event()

    def close(self):
        # Closing alone would leave accept() waiting.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._drop()
        self._thread.join(5)

    def _drop(self):
        for phone in list(self._open):
            with contextlib.suppress(OSError):
                phone.shutdown(socket.SHUT_RDWR)

    def _accept(self):
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                phone.close()
                continue
            threading.Thread(target=self._pass_on, args=(phone,), daemon=True).start()

    def _pass_on(self, phone):
        is_dead = self._is_dead
        self._open.add(phone)
        with phone, socket.create_connection(self._target) as server:
            asking = threading.Thread(target=_pump, args=(phone, server, is_dead), daemon=True)
            asking.start()
            while _receive(server, socket.MSG_PEEK):
                time.sleep(self.slow)
                answer = _receive(server)
                if is_dead.is_set():
                    continue
                if self.lose_answers:
                    self.lost += 1
                    break
                try:
                    phone.sendall(answer)
                except OSError:
                    break  # the phone has given up
            if is_dead.is_set():
                asking.join()  # until the phone gives up
            self._open.discard(phone)
            with contextlib.suppress(OSError):
                # Closing alone would wait for the other thread, which still listens.
                phone.shutdown(socket.SHUT_RDWR)


def _pump(source, target, is_dead):
    try:
        while data := _receive(source):
            if not is_dead.is_set():
                target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # the other side was closed: the rest is not wanted


def _receive(source, flags=0):
    try:
        return source.recv(65536, flags)
    except OSError:
        return b""
