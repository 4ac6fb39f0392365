"""Client for a server of ``lo-exact serve``: class `Service`."""

from lo_exact.client.service import Service, ServiceEvent

__all__ = ["Service", "ServiceEvent"]
