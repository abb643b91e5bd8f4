"""Rows of one kind, as a sequence and as columns for pandas and pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    import pandas

Row = TypeVar("Row")

Column = tuple[str, type, Callable[[Any], Any]]
"""A column: its name, the type of its values, and the function that takes one from a row."""


class Table(Sequence[Row], Generic[Row]):
    """Rows of one kind. A sequence of typed values, and a table of plain columns for pandas and pyarrow."""

    def __init__(self, rows: Iterable[tuple[str, Row]], columns: Sequence[Column]) -> None:
        """Creates a table of pairs of a source and a row."""
        pairs = list(rows)
        self._sources = [source for source, _ in pairs]
        self._rows = [row for _, row in pairs]
        self._columns = columns

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        return self._rows[index]

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: source, {', '.join(name for name, _, _ in self._columns)}>"

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The columns by their names, each a list with a value for each row; the first is the `source` of the row."""
        values = {name: [take(row) for row in self._rows] for name, _, take in self._columns}
        return {"source": list(self._sources), **values}

    @property
    def types(self) -> dict[str, type]:
        """The type of each column's values: `str`, `int` or `float`."""
        return {"source": str, **{name: kind for name, kind, _ in self._columns}}

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a pandas DataFrame. Columns keep their types where there are no rows."""
        import pandas

        names = {str: "object", int: "int64", float: "float64"}
        columns = self.columns
        return pandas.DataFrame(
            {name: pandas.Series(columns[name], dtype=names[kind]) for name, kind in self.types.items()}
        )

    def to_arrow(self) -> Any:
        """Returns the table as a `pyarrow.Table`."""
        import pyarrow

        names = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
        schema = pyarrow.schema([(name, names[kind]) for name, kind in self.types.items()])
        return pyarrow.table(self.columns, schema=schema)
