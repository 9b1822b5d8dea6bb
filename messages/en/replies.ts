export const onThisPage = 'On this page'
export const inReplyTo = 'In reply to '
export const post = 'post'
export const posts = 'posts'
