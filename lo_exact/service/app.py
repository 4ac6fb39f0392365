"""The application: the routes, what they share, and what it says of itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from lo_exact.service import page
from lo_exact.service.failures import answer_failures
from lo_exact.service.guard import Guard
from lo_exact.service.hub import Hub
from lo_exact.service.jobs import Jobs
from lo_exact.service.requests import BatchRequest, CheckRequest, JobRequest, UnderstandRequest
from lo_exact.service.routes import batches, files, health, jobs, questions
from lo_exact.service.routes.room import FairRoom
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store
from lo_exact.service.users import Users
from lo_exact.service.views import ProblemView, problems
from lo_exact.version import RELEASE

TAGS = {
    "jobs": "A question about a board: asked, looked at, followed, cancelled.",
    "batches": "One question about many boards.",
    "at once": "What is answered without a job.",
    "server": "Health and figures.",
}


def create_app(settings: Settings) -> FastAPI:
    """Return the application; ``app.state.store`` must be set before it is served."""
    users = Users(settings)  # here, not with the first request: a wrong file ends the start

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        store: Store = app.state.store
        working = Jobs(settings, store, hub)
        app.state.jobs, app.state.asking = working, FairRoom(settings.workers + 1)
        working.start()
        try:
            yield
        finally:
            await asyncio.to_thread(working.stop)
            store.close()

    app = FastAPI(
        title="lo-exact", version=RELEASE, lifespan=lifespan, docs_url=None, redoc_url=None,
        description="Exact, proved answers about Lights Out and every puzzle like it.",
        generate_unique_id_function=lambda route: route.name,
        openapi_tags=[{"name": name, "description": about} for name, about in TAGS.items()],
    )  # fmt: skip
    app.state.settings, app.state.known = settings, {}
    jobs.add_busy_routes(app)
    for router in (jobs.router, files.router, batches.router, questions.router, health.router):
        app.include_router(router)
    app.include_router(page.routes(settings))
    answer_failures(app)
    app.add_middleware(Guard, settings=settings, users=users)
    models = (JobRequest, UnderstandRequest, CheckRequest, BatchRequest, ProblemView)
    schema = app.openapi()
    schema["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "Where the server wants one."}
    }
    schema["security"] = [{"token": []}, {}]
    schema["servers"] = [{"url": settings.root_path or "/"}]
    for model in models:
        schema["components"]["schemas"][model.__name__] = model.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(unused, None)
    for path in schema["paths"].values():
        for operation in path.values():
            described = operation["responses"].get("422", {})
            if "application/json" in described.get("content", {}):
                operation["responses"]["422"] = problems("bad-field")[422]
    return app
