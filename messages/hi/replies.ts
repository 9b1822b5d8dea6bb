export const onThisPage = 'इस पेज पर'
export const inReplyTo = 'इसके जवाब में: '
export const post = 'पोस्ट'
export const posts = 'पोस्ट'
