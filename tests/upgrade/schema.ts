import { sql } from 'drizzle-orm';
import { queryRows } from '$lib/server/service/db/query-rows';
import type { DatabaseStore } from '$lib/server/service/db/store';

const statement = sql`
  with ours as (
    select oid, relname::text as name, relkind from pg_class
    where relnamespace = 'public'::regnamespace
  )
  select line from (
    select format('column %s.%s %s %s default %s identity %s generated %s collate %s', t.name, a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attcollation::regcollation) as line
    from ours t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where t.relkind in ('r', 'p', 'v', 'm')
    union all
    select format('constraint %s on %s %s %s', c.conname, t.name, c.contype, pg_get_constraintdef(c.oid))
    from pg_constraint c join ours t on t.oid = c.conrelid
    union all
    select pg_get_indexdef(i.indexrelid) from pg_index i join ours t on t.oid = i.indrelid
    union all
    select pg_get_triggerdef(g.oid) from pg_trigger g join ours t on t.oid = g.tgrelid
    where not g.tgisinternal
    union all
    select format('sequence %s of %s.%s as %s from %s by %s to %s', s.name, d.refobjid::regclass,
      (select attname from pg_attribute where attrelid = d.refobjid and attnum = d.refobjsubid),
      format_type(q.seqtypid, null), q.seqstart, q.seqincrement, q.seqmax)
    from ours s join pg_sequence q on q.seqrelid = s.oid
    left join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    union all
    select 'function ' || pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind <> 'a'
    union all
    select format('type %s %s %s', t.typname, t.typtype,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')
    union all
    select 'view ' || name || ' ' || pg_get_viewdef(oid) from ours where relkind in ('v', 'm')
    union all
    select format('extension %s %s', extname, extversion) from pg_extension
  ) lines order by line`;

/**
 * Everything that migrations can create, one line each, sorted: a column that was added later is
 * listed as if it had existed from the start.
 */
export async function schemaOf({ db }: DatabaseStore): Promise<string[]> {
  const rows = await queryRows<{ line: string }>(db, statement);
  return rows.map(({ line }) => line);
}
