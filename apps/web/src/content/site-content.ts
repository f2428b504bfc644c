/**
 * Claims, promotions and contact data of the provider that are not in any call of the upstream. Content, not code: edit
 * it here.
 */
import { provider } from '@meridian/contracts/provider';

export const contact = {
  phone: provider.phone,
  phoneHref: `tel:${provider.phone.replaceAll(' ', '')}`,
  secondPhone: '+91 99000 12020',
  secondPhoneHref: 'tel:+919900012020',
  email: provider.email,
  whatsappHref: 'https://wa.me/919900012020',
  hours: 'Monday to Saturday, 9 am to 7 pm IST',
} as const;

const passRate = '99%';
const yearsOfExperience = '23+';

/** Claims about the provider (specification, section 1). */
export const claims = {
  foundedIn: 2020,
  /** Of 5, by all reviews. */
  rating: 4.9,
  reviews: '3500+ Reviews',
  peopleTrained: '10,000+',
  countries: '20+',
  passRate,
  yearsOfExperience,
  assuredResults: '100%',
  smallCompanies: '730+',
  /** Of 5, beside the schedule. */
  scheduleRating: 5,
  scheduleEnrolled: '5000 + Enrolled',
  stats: [
    { value: '5000+', label: 'People trained' },
    { value: '20', label: 'Countries' },
    { value: passRate, label: 'Certification pass rate' },
    { value: yearsOfExperience, label: 'Years of experience' },
  ],
} as const;

/** The main navigation. */
export const mainLinks = [
  { label: 'Home', to: '/' },
  { label: 'Corporate', to: '/corporate' },
  { label: 'Resources', to: '/resources' },
  { label: 'Blogs', to: '/blogs' },
  { label: 'Contact Us', to: '/contact-us' },
] as const;
