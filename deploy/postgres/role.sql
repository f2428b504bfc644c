-- The role of one server: it may log in, and nothing else. Run in any database, by a superuser, any number of times.
-- In: the settings provision.role and provision.password.
do $$
declare
  role text := current_setting('provision.role');
  password text := current_setting('provision.password');
begin
  if not exists (select from pg_roles where rolname = role) then
    execute format('create role %I', role);
  end if;
  execute format(
    'alter role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L', role, password);
end
$$;
