"""A push service of our own on this machine: it takes messages, and decrypts them as a browser would (RFC 8291)."""

from __future__ import annotations

import base64
import json
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.server.servers import Json, wait_for

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
END = b"\x02"  # of the last record


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushService:
    """Runs in a thread of its own until it is closed."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)
        self.status = 201
        self.messages: list[Json] = []
        self.headers: list[dict[str, str]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.headers.append({name.lower(): value for name, value in self.headers.items()})
                service.messages.append(json.loads(service.decrypt(body)))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def subscription(self) -> dict[str, str]:
        """What a browser would have from it."""
        point = self.private.public_key().public_bytes(*POINT)
        return {"endpoint": f"http://{self.host}/send/1", "p256dh": to_text(point), "auth": to_text(self.auth)}

    def decrypt(self, body: bytes) -> bytes:
        """One message, by the private key of the browser and the secret that it shares with the server."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        own = self.private.public_key().public_bytes(*POINT)
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\x00" + own + sender).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert text.endswith(END)
        return text[:-1]

    def wait(self, count: int) -> Json:
        """The message of that number, counted from one."""
        wait_for(lambda: len(self.messages) >= count)
        return self.messages[count - 1]

    def claims(self, public_key: str) -> Json:
        """What the server says of itself in its last request, if it has signed that with its key (RFC 8292)."""
        scheme, _, rest = self.headers[-1]["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, parts["k"]) == ("vapid", public_key)
        signed, _, signature = parts["t"].rpartition(".")
        raw = to_bytes(signature)
        pair = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(public_key))
        key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
        found: Json = json.loads(to_bytes(signed.partition(".")[2]))
        return found

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
