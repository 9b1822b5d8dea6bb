import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const inTheLastYear = 'in the last year'
export const post = 'post'
export const posts = 'posts'
export const on = (posts: Part, day: Part) => `${posts} on ${day}`
export const lessMore = (svg: Node) => rich('Less', svg, 'More')
export const firstAcceptedAnswer = 'First accepted answer'
export const aYearHere = 'A year here'
export const badges = 'Badges'
export const reputation = 'Reputation'
export const posts2 = 'Posts'
export const followers = 'Followers'
export const recentlyActive = 'Recently active'
export const featuredExpert = 'Featured expert'
export const mostActiveExpertOfThe = (recentPosts: Part) =>
  `Most active expert of the last 30 days: ${recentPosts}.`
export const highestReputationOfAllExperts = 'Highest reputation of all experts.'
export const expert = 'Expert'
export const reputation2 = (reputation: Part, posts: Part, followers: Part) =>
  `${reputation} reputation · ${posts} · ${followers}`
export const reputation3 = (value: Node, speciality: Node, reputation: Node) =>
  rich(value, speciality, ' · ', reputation, ' reputation')
export const advanced = 'Advanced'
export const takesPartInTheCommunity = 'Takes part in the community.'
export const hasTakenPartForA = 'Has taken part for a long time.'
export const worksInTheFieldThis =
  'Works in the field. This is not a recommendation, and their posts are not advice.'
export const aTitleGivenByThe = 'A title given by the administrators. It carries no powers on this site.'
export const canReadButNoLonger = 'Can read, but no longer post.'
export const about = (value: Part) => `About ${value}`
export const fullName = 'Full name'
export const nothingYet = 'Nothing yet.'
export const administersThisSite = 'Administers this site.'
export const discussion = 'discussion'
export const discussions = 'discussions'
export const reply = 'reply'
export const replies = 'replies'
export const point = 'point'
export const points = 'points'
export const fromPostsAndFromUpvotes =
  'From posts, and from upvotes by others. It counts thanks, not correctness.'
export const discussionsAreForEducationNot = (link: Tag) =>
  rich('Discussions are for education, not financial advice. ', link('Read the disclaimer'))
export const aboutThisMember = 'About this member'
export const thisMemberIsBannedTheir =
  'This member is banned. Their posts can still be read; they can no longer post.'
export const editProfile = 'Edit Profile'
export const follow = 'Follow'
export const follower = 'follower'
export const followers2 = 'followers'
export const expert2 = ' expert'
export const verifiedExpert = 'Verified expert'
export const registrationNumber = 'Registration number'
export const notGiven = 'Not given'
export const verifiedOn = 'Verified on'
export const thisMemberOfTheSample =
  'This member of the sample community is invented: nobody has this profession, and there is no registration.'
export const verifiedMeansThatTheProfession =
  'Verified means that the profession was checked on that day. It does not make a post advice.'
export const failedToFollow = 'Failed to follow'
export const thereWasAnErrorSaving = 'There was an error saving whom you follow. Please try again.'
export const joined = 'Joined'
export const joinedOn = (date: Node) => rich('Joined ', date)
export const discussionsTerm = 'Discussions'
export const repliesTerm = 'Replies'
export const username = 'Username'
export const bio = 'Bio'
export const staff = 'Staff'
export const level = 'Level'
export const wrote = 'Wrote'
export const feeds = 'Feeds'
export const speciality = 'Speciality'
export const sampleMark = 'Sample · '
export const reputationWord = 'reputation'
export const ended = (words: Part) => `${words}.`
