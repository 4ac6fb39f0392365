"""The interface as it is written down: docs/openapi.json is what the server says of itself.

``python -m tests.service.test_service_openapi`` prints it.
"""

import json

from tests.service.serving import ROOT

WRITTEN = ROOT / "docs/openapi.json"


def described() -> str:
    """Return what the application says of itself."""
    from lo_exact.service.server import create_app
    from lo_exact.service.settings import Settings

    schema = create_app(Settings(store=ROOT / "nowhere.sqlite3", workers=1)).openapi()
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def test_the_written_interface_is_the_real_one(server):
    """Where this fails: make openapi writes it again; say in the changelog what changed."""
    got = server.get("/openapi.json").json
    assert got == json.loads(described())
    written = json.loads(WRITTEN.read_text())
    # how a framework describes is its own business; what can be asked and answered is ours
    assert interface(written) == interface(got)


def interface(schema: dict) -> dict:
    """Return paths, methods, parameters, statuses and media types."""
    return {
        (path, method): (
            sorted(p["name"] for p in operation.get("parameters", [])),
            sorted(operation.get("requestBody", {}).get("content", {})),
            {
                status: sorted(answer.get("content", {}))
                for status, answer in operation["responses"].items()
            },
        )
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def test_every_reference_of_the_schema_leads_somewhere(server):
    text = server.get("/openapi.json").body.decode()
    schema = json.loads(text)
    names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert names <= set(schema["components"]["schemas"])
    assert "$defs" not in text


def test_the_interface_has_what_a_generated_client_wants(server):
    schema = server.get("/openapi.json").json
    assert schema["servers"] == [{"url": "/"}]
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    operations = [o for methods in schema["paths"].values() for o in methods.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and len(name) < 20 for name in names), names
    assert {tag for o in operations for tag in o["tags"]} == {t["name"] for t in schema["tags"]}
    batch = schema["paths"]["/v1/batches"]["post"]["requestBody"]["content"]
    assert "application/json" in batch


if __name__ == "__main__":
    print(described(), end="")
