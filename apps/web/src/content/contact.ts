import { instance, phoneHref } from '@meridian/contracts/site/instance';

/** Contact details of the training provider, with their links. */
export function contact() {
  const { email, phone, mobile, whatsapp, hours } = instance().contact;
  return {
    email,
    phone,
    phoneHref: phoneHref(phone),
    mobile: mobile === undefined ? undefined : { label: mobile, href: phoneHref(mobile) },
    whatsappHref: whatsapp === undefined ? undefined : `https://wa.me/${whatsapp.replace(/\D/g, '')}`,
    hours,
  };
}
