/**
 * Claims, promotions and contact data of the provider that no call of the upstream supplies. Content, not code: to
 * change or remove one, change it here.
 */
import type { SocialNetwork } from '@meridian/ui/social-icon';

export const contact = {
  phone: '+91 80 4718 2020',
  phoneHref: 'tel:+918047182020',
  secondPhone: '+91 99000 12020',
  secondPhoneHref: 'tel:+919900012020',
  email: 'learn@meridianagile.example',
  whatsappHref: 'https://wa.me/919900012020',
  hours: 'Monday to Saturday, 9 am to 7 pm IST',
} as const;

export const socialLinks: readonly { network: SocialNetwork; label: string; href: string }[] = [
  { network: 'facebook', label: 'Facebook', href: 'https://www.facebook.com/meridianagile.example' },
  { network: 'instagram', label: 'Instagram', href: 'https://www.instagram.com/meridianagile.example' },
  { network: 'linkedin', label: 'LinkedIn', href: 'https://www.linkedin.com/company/meridianagile-example' },
  { network: 'x', label: 'X', href: 'https://x.com/meridianagile_example' },
  { network: 'youtube', label: 'YouTube', href: 'https://www.youtube.com/@meridianagile-example' },
];

const passRate = '99%';
const yearsOfExperience = '23+';

/** What the provider says of itself (specification, section 1). */
export const claims = {
  foundedIn: 2020,
  rating: '4.9/5',
  reviews: '3500+ Reviews',
  peopleTrained: '10,000+',
  countries: '20+',
  passRate,
  yearsOfExperience,
  assuredResults: '100%',
  smallCompanies: '730+',
  scheduleRating: '5/5',
  scheduleEnrolled: '5000 + Enrolled',
  stats: [
    { value: '5000+', label: 'People trained' },
    { value: '20', label: 'Countries' },
    { value: passRate, label: 'Certification pass rate' },
    { value: yearsOfExperience, label: 'Years of experience' },
  ],
} as const;

export const about = {
  intro:
    'Founded in 2020, we have trained over 10,000 people in more than 20 countries, and we work with Fortune 100 clients and over 730 small and mid-sized companies.',
  vision:
    'A working life in which every team knows what matters next, delivers it in small steps, and gets a little better each week.',
  mission:
    'To teach agile and project management the way it is practised: live, in small groups, by people who have done the job, until each learner can do it too.',
} as const;

/** The main navigation, wide and narrow. */
export const mainLinks = [
  { label: 'Home', to: '/' },
  { label: 'Corporate', to: '/corporate' },
  { label: 'Resources', to: '/resources' },
  { label: 'Blogs', to: '/blogs' },
  { label: 'Contact Us', to: '/contact-us' },
] as const;

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
