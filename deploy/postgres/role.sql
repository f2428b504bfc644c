-- Creates the role of a server, or sets the password of an existing role. The role may only log in. A superuser runs this
-- in any database; idempotent. Input: the settings provision.role and provision.password.
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
