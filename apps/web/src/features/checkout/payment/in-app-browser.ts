/** User agents of browsers inside other apps, or without frames. A payment dialog may not open in them. */
const marks = [
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|Barcelona|Messenger|Line|Twitter|LinkedInApp|Snapchat|Pinterest|WhatsApp|BytedanceWebview|musical_ly|TikTok)\b/i,
  /\bOpera Mini\b|\bOPiOS\b/i,
  /\bUCBrowser\b|\bUCWEB\b|\bUBrowser\b/i,
  // Android's WebView.
  /; wv\)/,
];

/** iOS browsers have "Safari" in their user agent. Web views of iOS do not. */
const isWebViewOfIos = (agent: string) =>
  /\b(?:iPhone|iPad|iPod)\b/.test(agent) && /AppleWebKit/.test(agent) && !/Safari\//.test(agent);

/** @param agent the browser's `navigator.userAgent` */
export function isInAppBrowser(agent: string): boolean {
  return marks.some((mark) => mark.test(agent)) || isWebViewOfIos(agent);
}
