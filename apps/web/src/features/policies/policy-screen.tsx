import type { PolicyName } from '@meridian/contracts/site/policy-page';
import { PageHeading } from '@meridian/ui/page-heading';
import { QueryView } from '@meridian/ui/query-view';
import { RichText } from '@meridian/ui/rich-text';
import { Container } from '@meridian/ui/section';
import { useLocation } from 'react-router';
import { api } from '../../api/api.ts';
import { policies } from './policies.ts';
import { PolicyList } from './policy-list.tsx';

const names = Object.keys(policies) as PolicyName[];

/** A policy page: a title, and the text from the upstream. */
export function PolicyScreen() {
  const { pathname } = useLocation();
  const name = names.find((candidate) => policies[candidate].path === pathname) ?? 'privacy_policy';
  const page = api.endpoints.page.useQuery({ page_name: name });
  return (
    <>
      <PageHeading title={policies[name].title} intro={policies[name].description} />
      <Container className="flex flex-col gap-10 py-10 sm:py-14 lg:flex-row lg:items-start lg:justify-between lg:gap-16">
        <div className="min-w-0 grow">
          <QueryView query={page} skeleton="text">
            {({ content }) => <RichText html={content} className="max-w-text" />}
          </QueryView>
        </div>
        <PolicyList />
      </Container>
    </>
  );
}
