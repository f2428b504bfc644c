-- Lets only the owner of each database and superusers connect to it; by default every role may.
-- Run by a superuser, after the databases are created.
do $$
declare
  database text;
begin
  for database in select datname from pg_database where datallowconn loop
    execute format('revoke all on database %I from public', database);
  end loop;
end
$$;
