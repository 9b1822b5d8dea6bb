import type { Part } from '../rich.ts'

export const theTitleMustBeTo = (min: Part, max: Part) =>
  `The title must be ${min} to ${max} characters long.`
export const theTitleHasCharactersThat =
  'The title has characters that cannot be shown. Please type it again.'
export const theDiscussionMustBeTo = (min: Part) => `The discussion must be ${min} to 50,000 characters long.`
export const atMostTagsOf = (max: Part, length: Part) =>
  `Use at most ${max} tags of at most ${length} characters each.`
export const aTagHasCharactersThat = 'A tag has characters that cannot be shown. Please type it again.'
export const theAddressOfYourBrowsers =
  'The address of your browser’s push service is too long for this site.'
export const yourBrowserUsesAPush = 'Your browser uses a push service that this site does not send to.'
export const aMutedWordHasTo = (min: Part, max: Part) => `A muted word has ${min} to ${max} characters.`
export const aTagHas1To = (length: Part) => `A tag has 1 to ${length} characters.`
export const youCannotMuteYourself = 'You cannot mute yourself.'
export const aNoteCanHave1 = 'A note can have 1,000 characters.'
export const aTemplateCanHave5 = 'A template can have 5,000 characters.'
export const theQuestionOfAPoll = (min: Part, max: Part) =>
  `The question of a poll must be ${min} to ${max} characters long.`
export const aPollHasToDifferent = (min: Part, max: Part, option: Part) =>
  `A poll has ${min} to ${max} different options of at most ${option} characters each.`
export const aPollIsOpenFor = (days: Part) => `A poll is open for 1 to ${days} days, or without an end.`
export const aReplyMustBeTo = (min: Part) => `A reply must be ${min} to 20,000 characters long.`
export const aNoteMayHaveAt = (max: Part) => `A note may have at most ${max} characters.`
export const aUsernameHasToLetters = (min: Part, max: Part) =>
  `A username has ${min} to ${max} letters, numbers, _ . -`
export const thatUsernameIsAlreadyTaken = 'That username is already taken.'
export const thatUsernameIsReservedPlease = 'That username is reserved. Please choose another.'
export const thatUsernameLooksLikeOne =
  'That username looks like one that is taken already. Please choose another.'
export const thatNameIsReservedPlease = 'That name is reserved. Please choose another.'
export const theFullNameHasSigns = 'The full name has signs that cannot be seen. Please type it again.'
export const theFullNameMayHave = (max: Part) => `The full name may have at most ${max} characters.`
export const theBioMayHaveAt = (max: Part) => `The bio may have at most ${max} characters.`
export const anotherCategoryHasThisSlug = 'Another category has this slug.'
export const aSlugHasAtMost = (slug: Part) =>
  `A slug has at most ${slug} small letters and digits, with single hyphens between.`
export const aNameHas1To = (name: Part) => `A name has 1 to ${name} characters.`
export const aDescriptionHasAtMost = (description: Part) =>
  `A description has at most ${description} characters.`
export const inEachLanguageAName = (name: Part, description: Part) =>
  `In each language a name has 1 to ${name} visible characters, and a description at most ${description}.`
export const pleaseSayWhyInTo = (min: Part, max: Part) => `Please say why in ${min} to ${max} characters.`
export const youHaveReportedThisAlready = 'You have reported this already.'
export const aChatMessageMustBe = 'A chat message must be 1 to 1,000 characters long.'
export const theSitesNameMustBe = (siteName: Part) =>
  `The site's name must be 1 to ${siteName} characters long.`
export const theDescriptionMayHaveAt = (siteDescription: Part) =>
  `The description may have at most ${siteDescription} characters.`
export const theTaglineMayHaveAt = (tagline: Part) => `The tagline may have at most ${tagline} characters.`
export const theLegalEntityMustBe = (legalEntity: Part) =>
  `The legal entity must be 1 to ${legalEntity} characters long.`
export const pleaseEnterWholeSecondsFrom = 'Please enter whole seconds from 0 to 600.'
export const pleaseEnterAWholeNumber = 'Please enter a whole number from 1 to 1,000.'
export const theNameMayHaveAt = (grievanceOfficer: Part) =>
  `The name may have at most ${grievanceOfficer} characters.`
export const theAddressMayHaveAt = (grievanceAddress: Part) =>
  `The address may have at most ${grievanceAddress} characters.`
export const theSourceMustBe1 = (grievanceSource: Part) =>
  `The source must be 1 to ${grievanceSource} characters long.`
export const pleaseEnterAWholeNumber2 = (grievanceHours: Part) =>
  `Please enter a whole number of hours from 1 to ${grievanceHours}.`
export const pleaseEnterAWholeNumber3 = (grievanceDays: Part) =>
  `Please enter a whole number of days from 1 to ${grievanceDays}.`
export const theExceptionsMayHaveAt = (contactExceptions: Part) =>
  `The exceptions may have at most ${contactExceptions} characters.`
export const anAnswerMustBe1 = 'An answer must be 1 to 5,000 characters long.'
export const theNameMustBe1 = (name: Part) => `The name must be 1 to ${name} characters long.`
export const pleaseEnterAValidE = 'Please enter a valid e-mail address.'
export const pleaseChooseASubject = 'Please choose a subject.'
export const theMessageMustBe1 = 'The message must be 1 to 5,000 characters long.'
export const mailCannotBeSentTo = 'Mail cannot be sent to this address.'
export const theAddressMayHaveSmall =
  'The address may have small letters, digits and single hyphens, at most 120.'
export const anotherArticleHasThisAddress = 'Another article has this address.'
export const theExcerptMayHaveAt = (max: Part) => `The excerpt may have at most ${max} characters.`
export const theCategoryMustBe1 = (max: Part) => `The category must be 1 to ${max} characters long.`
export const nameTheSourcesInTo = (min: Part, max: Part) => `Name the sources in ${min} to ${max} characters.`
export const theArticleIsTooLong = 'The article is too long: cut it in two.'
export const anArticleIsTheTranslation =
  'An article is the translation of one in another language that is no translation itself.'
export const thatArticleHasATranslation = 'That article has a translation in this language already.'
export const pleaseEnter2To12 = 'Please enter 2 to 12 words or phrases that mean the same.'
export const aListOfSynonymsMay = 'A list of synonyms may have at most 500 characters.'
export const aReservedNameMustBe = (min: Part, max: Part) =>
  `A reserved name must be ${min} to ${max} characters long.`
export const thisNameIsReservedAlready = 'This name is reserved already, or one that looks like it.'
export const theNameMayHaveAt2 = (max: Part) => `The name may have at most ${max} characters.`
export const pleaseChooseANameOf = 'Please choose a name of letters and digits.'
export const anAppealHas = (min: Part, max: Part) => `Please write ${min} to ${max} characters.`
export const anAnswerHas = (min: Part, max: Part) => `Please answer in ${min} to ${max} characters.`
export const youHaveAppealedAlready = 'You have appealed already, and get an answer.'
export const aMessageMayHave = (max: Part) => `A message may have at most ${max} characters.`
export const theEndIsInTheFuture = 'Choose a day in the future. A ban has no end.'
export const aStaffNoteHas = (max: Part) => `A note has 1 to ${max} characters.`
export const aReasonHas = 'A reason has 3 to 300 characters.'
export const aCodeHas = 'A code has small letters and _.'
export const anotherReasonHasThisCode = 'Another reason has this code.'
export const aRuleOfTheShield = (min: Part, max: Part) => `Use ${min} to ${max} characters.`
export const thereIsSuchARule = 'There is such a rule already.'
export const theNoteOfARule = (max: Part) => `The note may have at most ${max} characters.`
