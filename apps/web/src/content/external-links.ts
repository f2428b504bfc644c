/** Links to social networks, and the columns of the footer. Content, as `site-content.ts`; lazily loaded. */
import type { SocialNetwork } from '@meridian/ui/social-icon';

export const socialLinks: readonly { network: SocialNetwork; label: string; href: string }[] = [
  { network: 'facebook', label: 'Facebook', href: 'https://www.facebook.com/meridianagile.example' },
  { network: 'instagram', label: 'Instagram', href: 'https://www.instagram.com/meridianagile.example' },
  { network: 'linkedin', label: 'LinkedIn', href: 'https://www.linkedin.com/company/meridianagile-example' },
  { network: 'x', label: 'X', href: 'https://x.com/meridianagile_example' },
  { network: 'youtube', label: 'YouTube', href: 'https://www.youtube.com/@meridianagile-example' },
];

/** Footer columns; links to other sites open course pages of the certifying bodies. */
export const footerColumns: readonly { title: string; links: readonly { label: string; href: string }[] }[] =
  [
    {
      title: 'Company',
      links: [
        { label: 'About us', href: '/about-us' },
        { label: 'Customer speak', href: '/customer-speak' },
        { label: 'Blogs', href: '/blogs' },
        { label: 'Contact us', href: '/contact-us' },
        { label: 'Your bookings and data', href: '/receipt/lost' },
      ],
    },
    {
      title: 'Offerings',
      links: [
        { label: 'Corporate training', href: '/corporate' },
        { label: 'Free resources', href: '/resources' },
        { label: 'Become an instructor', href: '/become-an-instructor' },
        { label: 'Partner with us', href: '/partner-with-us' },
      ],
    },
    {
      title: 'Legal',
      links: [
        { label: 'Privacy policy', href: '/privacy-policy' },
        { label: 'Terms and conditions', href: '/terms-and-conditions' },
        { label: 'Complaint handling', href: '/complaint-handling-policy' },
        { label: 'Cancellation and refund', href: '/cancellation-and-refund-policy' },
      ],
    },
    {
      title: 'Kanban',
      links: [
        { label: 'Kanban System Design', href: '/kanban/kanban-system-design-certification' },
        {
          label: 'Kanban Management Professional',
          href: '/kanban/kanban-management-professional-certification',
        },
        { label: 'Classes at Kanban University', href: 'https://kanban.university/kanban-training/' },
      ],
    },
    {
      title: 'SAFe',
      links: [
        { label: 'SAFe Agilist', href: '/safe/safe-agilist-certification' },
        { label: 'SAFe POPM', href: '/safe/safe-popm-certification' },
        { label: 'SAFe Scrum Master', href: '/safe/safe-scrum-master-certification' },
        { label: 'Release Train Engineer', href: '/safe/safe-release-train-engineer-certification' },
        { label: 'Courses at Scaled Agile', href: 'https://scaledagile.com/training/' },
      ],
    },
    {
      title: 'Agile Management',
      links: [
        { label: 'Certified Scrum Master', href: '/scrum/certified-scrum-master-certification' },
        { label: 'Certified Product Owner', href: '/scrum/certified-scrum-product-owner-certification' },
        { label: 'Agile Coach (ICP-ACC)', href: '/agile-management/icp-acc-agile-coach-certification' },
        { label: 'Courses at Scrum Alliance', href: 'https://www.scrumalliance.org/get-certified' },
      ],
    },
  ];
