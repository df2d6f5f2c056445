"""The API does what its document says, whatever is sent: made-up requests, held against the OpenAPI document."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.effort import THOROUGH
from tests.table.server import outline
from tests.table.server.kit import API, Person, Table


@pytest.fixture(scope="session")
def api(table: Table) -> Any:
    import schemathesis  # here, since it takes longer to load than any other test, and one process needs it

    return schemathesis.openapi.from_url(f"{table.address}{API}/openapi.json")


@pytest.fixture(scope="session")
def guest(table: Table) -> Person:
    """Somebody in a room of his own, of whom the made-up requests come."""
    return table.open().join("Guest", "master")


def test_calls_keep_to_the_document(api: Any, guest: Person) -> None:
    """Made-up requests of a person in his room are answered as the document says, and never with a failure."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    conforms = (checks.status_code_conformance, checks.content_type_conformance, checks.response_schema_conformance)
    calls = [found.ok() for found in api.get_all_operations()]
    assert len(calls) > 25
    for call in calls:

        @settings(max_examples=6 * THOROUGH, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=call.as_strategy())
        def holds(case: Any) -> None:
            if "room" in (case.path_parameters or {}):
                case.path_parameters["room"] = guest.room.name
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {guest.token}"}
            response = case.call()
            assert response.status_code < 500, (case.path, str(case.body)[:300], response.text)
            case.validate_response(response, checks=(not_a_server_error, *conforms))

        holds()


def test_the_documents_name_every_call(table: Table) -> None:
    """Both documents are there; every path has a summary, and bodies refuse names that they do not know."""
    from openapi_spec_validator import OpenAPIV31SpecValidator

    document = table.http.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert named <= document["components"]["schemas"].keys()
    for calls in document["paths"].values():
        for call in calls.values():
            assert call["summary"]
    for name, shape in document["components"]["schemas"].items():
        if name.startswith("New"):
            assert shape["additionalProperties"] is False
    live = table.http.get("/asyncapi.json").json()
    assert live["asyncapi"] == "3.0.0"
    assert "live" in live["channels"]


def test_what_the_documents_promise() -> None:
    """Calls, their parameters, bodies and answers are those of `api.txt`, which `python -m tests.golden` writes."""
    assert outline.FILE.read_text("utf-8") == outline.outline()
