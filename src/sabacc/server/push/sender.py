"""Sends messages to browsers by their push services, encrypted (RFC 8291) and signed (RFC 8292) by pywebpush."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sabacc.server.push.endpoints import encode
from sabacc.server.push.subscriptions import Subscriber, Subscriptions
from sabacc.server.storage.keys import ServerKeys

AT_ONCE = 20  # messages on their way
TIMEOUT = 10.0  # seconds
LIFETIME = 300  # seconds for which a push service keeps a message
GONE = (404, 410)  # the browser takes no messages any more
NOBODY = "mailto:keeper@sabacc.example"  # a push service wants to know whom to write to
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
_log = structlog.get_logger()


class PushMessage(msgspec.Struct, frozen=True):
    """What the service worker of the pages shows; one with the same tag takes the place of the last."""

    title: str
    body: str
    path: str
    tag: str


def push_key(keys: ServerKeys) -> ec.EllipticCurvePrivateKey:
    """What the server signs its messages with. It comes from its oldest key, so that it stays when keys are changed."""
    seed = HKDF(hashes.SHA256(), length=48, salt=None, info=b"sabacc web push").derive(keys.seal[-1].key)
    return ec.derive_private_key(1 + int.from_bytes(seed) % (ORDER - 1), ec.SECP256R1())


class PushSender:
    """Sends one message after the other, some at a time."""

    def __init__(self, subscriptions: Subscriptions, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self.subscriptions = subscriptions
        self._key = key
        self._contact = contact
        self._room = asyncio.Semaphore(AT_ONCE)

    @property
    def public_key(self) -> str:
        """The public half of the key, as browsers ask for it."""
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return encode(self._key.public_key().public_bytes(*form))

    async def send(self, person: str, said: Callable[[str], PushMessage]) -> None:
        """A message to all browsers of a person, in the language of each."""
        for one in await self.subscriptions.of(person):
            async with self._room:
                try:
                    status = await self._post(one, said(one.language))
                except Exception as error:  # a service that is away is no fault of ours
                    _log.warning("push failed", service=urlsplit(one.subscription.endpoint).netloc, error=repr(error))
                    continue
            if status in GONE:
                await self.subscriptions.forget(one.session)
            elif status >= 400:
                _log.warning("push refused", service=urlsplit(one.subscription.endpoint).netloc, status=status)

    async def _post(self, to: Subscriber, message: PushMessage) -> int:
        """The status of the answer."""
        webpush: Any = importlib.import_module("pywebpush")  # heavy, and only needed by who has subscribers
        vapid: Any = importlib.import_module("py_vapid")
        http: Any = importlib.import_module("aiohttp")
        subscription = to.subscription
        service = urlsplit(subscription.endpoint)
        claims = {"sub": self._contact, "aud": f"{service.scheme}://{service.netloc}"}
        headers = {**vapid.Vapid02(self._key).sign(claims), "Urgency": "high"}
        info = {"endpoint": subscription.endpoint, "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth}}
        async with http.ClientSession() as session:
            pusher = webpush.WebPusher(info, aiohttp_session=session)
            timeout = http.ClientTimeout(total=TIMEOUT)
            body = msgspec.json.encode(message)
            answer = await pusher.send_async(body, headers, LIFETIME, "aes128gcm", timeout=timeout)
            return int(answer.status)


def new_sender(subscriptions: Subscriptions, keys: ServerKeys, origins: tuple[str, ...]) -> PushSender | None:
    """What sends messages; none where the extra `push` is not installed. An origin over https says who sends them."""
    if importlib.util.find_spec("pywebpush") is None:
        return None
    return PushSender(
        subscriptions, push_key(keys), next((one for one in origins if one.startswith("https://")), NOBODY)
    )
