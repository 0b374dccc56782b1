import { Button, Group, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useReducer } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Item, ListId, Params, Query } from "#console/shared/api/types.ts";
import { Failure } from "#console/shared/failure.tsx";
import type { AnyField, Field } from "#console/shared/fields.ts";
import { count } from "#console/shared/money.ts";
import { ReadView } from "#console/shared/read-view.tsx";
import type { Words } from "#console/shared/texts.ts";
import { Bulk, type BulkAction, useSelection } from "./bulk.tsx";
import { isShown } from "./columns.ts";
import { Cards, Table } from "./rows.tsx";
import { useStableRows } from "./stable-rows.ts";
import { type ListState, useListState, type View } from "./state.ts";
import { t } from "./texts.ts";
import { Tools } from "./tools.tsx";
import { Views } from "./views.tsx";

export interface NamedView extends View {
  label: Words;
}

export interface TitleColumn<R> {
  label: Words;
  /** The name of a row, and the text of its link. */
  name: (record: R) => string;
  /** The path of the record's screen, below the store. */
  to: (record: R) => string;
  /** Shown before the name, such as a picture. */
  before?: (record: R) => ReactNode;
}

export interface ListProps<O extends ListId> {
  /** The screen's path, under which saved views are stored. */
  path: string;
  /** What the list contains, as a plural noun in lower case: `orders`. */
  name: string;
  operation: O;
  params?: Params<O>;
  /** Query parameters of every request, beside the user's filters. */
  fixedQuery?: object;
  fields: readonly Field<Item<O>>[];
  titleColumn: TitleColumn<Item<O>>;
  views?: readonly NamedView[];
  bulk?: readonly BulkAction[];
  /** Shown in an empty list, such as a button that creates a record. */
  empty?: ReactNode;
  /** Whether the API can count the list. */
  canCount?: boolean;
  /** Whether the API can search the list. */
  canSearch?: boolean;
}

const PAGE_SIZE = "50";
/** Milliseconds between two reads of the first page. */
const REFRESH_MS = 30_000;

/** A list of records with views, filters, columns and bulk actions. Its state is in the URL. */
export function RecordList<O extends ListId>(props: ListProps<O>) {
  const {
    path,
    name,
    operation,
    fields,
    views = [],
    canCount: counted = false,
    canSearch: searched = true,
  } = props;
  const list = useListState(path, fields as readonly AnyField[], views);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const query = { limit: PAGE_SIZE, ...props.fixedQuery, ...list.query };
  const params = (props.params ?? {}) as Params<O>;
  const page = useRead(operation, params, query as Query<O>, {
    keepPrevious: true,
    ...(list.search.cursor ? {} : { every: REFRESH_MS }),
  });
  const read = Object(page.data).items as (Item<O> & { id: string })[] | undefined;
  // Rows from the cache are of an earlier visit. The first answer of this visit replaces them, without counting
  // its rows as new.
  const reading = page.isFetchedAfterMount ? "now" : "kept";
  const rows = useStableRows(
    read,
    page.isPlaceholderData ? "" : `${reading} ${JSON.stringify(query)}`,
    redraw,
  );
  const selection = useSelection(rows.items);
  return (
    <>
      {(views.length > 0 || searched) && <Views path={path} views={views} list={list} />}
      <Tools name={name} list={list} fields={fields as readonly AnyField[]} canSearch={searched} />
      {props.bulk && props.bulk.length > 0 && (
        <Bulk actions={props.bulk} selection={selection} nameOf={props.titleColumn.name} rows={rows.items} />
      )}
      {rows.newCount > 0 && (
        <Group mb="xs" role="status">
          <Text size="sm">{t.newOnes(rows.newCount)}</Text>
          <Button size="compact-sm" variant="light" onClick={rows.show}>
            {t.show}
          </Button>
        </Group>
      )}
      {page.isError && page.data !== undefined && (
        <Failure error={page.error} retry={() => void page.refetch()} />
      )}
      <ReadView of={page} lines={8}>
        {() => <Rows {...props} list={list} rows={rows.items} selection={selection} />}
      </ReadView>
      {page.data !== undefined && (
        <Pager list={list} cursor={Object(page.data).cursor} name={name}>
          {counted && rows.items.length > 0 && <Count {...props} query={list.query} />}
        </Pager>
      )}
    </>
  );
}

interface RowsProps<O extends ListId> extends ListProps<O> {
  list: ListState;
  rows: readonly (Item<O> & { id: string })[];
  selection: ReturnType<typeof useSelection>;
}

function Rows<O extends ListId>(props: RowsProps<O>) {
  const { rows, list, fields, titleColumn, empty, name } = props;
  const phone = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  if (rows.length === 0) {
    const searching = list.search.query || Object.keys(list.filters).length > 0;
    return (
      <div className="sheet empty">
        <Text>{searching ? t.emptySearch : t.empty}</Text>
        {searching ? (
          <Button variant="default" onClick={list.clear}>
            {t.clear}
          </Button>
        ) : (
          empty
        )}
      </div>
    );
  }
  const shared = {
    name: t.list(name),
    rows,
    titleColumn,
    list,
    fields: fields.filter(isShown(list.search.columns)),
    ...(props.bulk?.length ? { selection: props.selection } : {}),
  };
  return phone ? <Cards {...shared} /> : <Table {...shared} />;
}

type PagerProps = { list: ListState; cursor: string | null | undefined; name: string; children: ReactNode };

function Pager({ list, cursor, children }: PagerProps) {
  if (!cursor && !list.previous && !children) return null;
  return (
    <div className="pager">
      <div>{children}</div>
      <Group gap="xs">
        {list.previous && (
          <Button variant="default" onClick={list.previous}>
            {t.previousPage}
          </Button>
        )}
        {cursor && (
          <Button variant="default" onClick={() => list.next(cursor)}>
            {t.nextPage}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** The number of records. A separate request counts them, so that the rows appear without waiting. */
function Count<O extends ListId>({
  operation,
  params,
  query,
  name,
}: ListProps<O> & { query: Record<string, string> }) {
  const { cursor: _, sort_field: _f, sort_direction: _d, ...filters } = query;
  const { data } = useRead(
    operation,
    (params ?? {}) as Params<O>,
    { ...filters, limit: "1", count: "true" } as Query<O>,
    { keepPrevious: true },
  );
  const known: { value?: number; exact?: boolean } = Object(Object(data).count);
  if (known.value === undefined) return null;
  const text = known.exact ? count(known.value) : t.about(count(known.value));
  return <Text size="sm">{t.of(text, name)}</Text>;
}
