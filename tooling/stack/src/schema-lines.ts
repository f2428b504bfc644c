/** Describes a schema with a line for each part, so that two schemas can be compared. */
import type pg from 'pg';

/** Tables, except those of the migrator and of extensions. */
const relations = `
  select oid, relname, relkind, relacl, reloptions from pg_class
  where relnamespace = 'public'::regnamespace and relname !~ '^(kysely_)?migration'
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`;

const parts = `
  with relation as (${relations})
  select format('table %s %s %s', relname, relacl, reloptions) as line from relation where relkind in ('r', 'p')
  union all
  select format('column %s.%s %s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
    case when attnotnull then ' not null' end,
    case attgenerated when 's' then ' generated ' else ' default ' end || pg_get_expr(adbin, adrelid),
    concat(' identity ' || nullif(attidentity::text, ''), ' storage ' || nullif(attstorage, typstorage)::text, ' ' || attacl::text))
  from relation join pg_attribute on attrelid = relation.oid join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
  union all
  select format('constraint %s.%s on %s %s', relname, conname,
    array(select attname from pg_attribute where attrelid = conrelid and attnum = any(conkey) order by attnum),
    pg_get_constraintdef(pg_constraint.oid))
  from relation join pg_constraint on conrelid = relation.oid
  -- Not-null constraints are part of the lines of columns.
  where contype <> 'n'
  union all
  select format('%s %s.%s', case when indisunique then 'unique index' else 'index' end, relname, pg_get_indexdef(indexrelid))
  from relation join pg_index on indrelid = relation.oid
  where not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('trigger %s.%s', relname, pg_get_triggerdef(pg_trigger.oid))
  from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal
  union all
  select format('view %s %s', relname, pg_get_viewdef(oid)) from relation where relkind = 'v'
  union all
  select format('sequence %s from %s', relname, seqmin) from relation join pg_sequence on seqrelid = oid
  union all
  select format('function %s', pg_get_functiondef(oid)) from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by line`;

/**
 * @returns one line per part, which begins with the part's kind and table; without comments and line breaks
 */
export async function schemaLines(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(parts);
  return rows.map(({ line }) => line.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim());
}
