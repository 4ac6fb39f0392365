"""The service from Python: `Service` asks a server the library's questions."""

from lo_exact.client.service import Service, ServiceEvent

__all__ = ["Service", "ServiceEvent"]
