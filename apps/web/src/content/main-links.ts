/** The main navigation. */
export const mainLinks = [
  { label: 'Home', to: '/' },
  { label: 'Corporate', to: '/corporate' },
  { label: 'Resources', to: '/resources' },
  { label: 'Blogs', to: '/blogs' },
  { label: 'Contact Us', to: '/contact-us' },
] as const;
