-- Makes the role that migrates the current database the owner of everything in it. Earlier versions created objects as the
-- superuser. A superuser runs this in the database; idempotent. Input: the setting provision.role, and
-- provision.queue_role if another role owns the schema of the job queue. Example:
--   psql --dbname bff --command "set provision.role = 'bff_owner'; set provision.queue_role = 'bff'" --file ownership.sql
do $$
declare
  role text := current_setting('provision.role');
  queue_role text := coalesce(nullif(current_setting('provision.queue_role', true), ''), role);
  command text;
begin
  execute format('alter database %I owner to %I', current_database(), role);
  for command in
    with extension as (
      select classid, objid from pg_depend where deptype = 'e'
    ), own_schema as (
      select oid, nspname, nspowner, case nspname when 'pgboss' then queue_role else role end as new_owner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from extension where classid = 'pg_namespace'::regclass and objid = pg_namespace.oid)
    )
    -- The owner of the database owns "public".
    select format('alter schema %I owner to %I', nspname, new_owner) from own_schema
    where nspname <> 'public' and pg_get_userbyid(nspowner) <> new_owner
    union all
    select format('alter %s %s owner to %I',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end,
      pg_class.oid::regclass, new_owner)
    from pg_class join own_schema on own_schema.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and pg_get_userbyid(relowner) <> new_owner
      -- The owner of a table owns the sequences of its columns.
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and relkind = 'S' and deptype in ('a', 'i'))
      and not exists (select from extension where classid = 'pg_class'::regclass and objid = pg_class.oid)
    union all
    select format('alter routine %s owner to %I', pg_proc.oid::regprocedure, new_owner)
    from pg_proc join own_schema on own_schema.oid = pronamespace
    where pg_get_userbyid(proowner) <> new_owner
      and not exists (select from extension where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
    union all
    select format('alter type %s owner to %I', pg_type.oid::regtype, new_owner)
    from pg_type join own_schema on own_schema.oid = typnamespace
    where typtype in ('e', 'd') and pg_get_userbyid(typowner) <> new_owner
      and not exists (select from extension where classid = 'pg_type'::regclass and objid = pg_type.oid)
  loop
    execute command;
  end loop;
end
$$;
