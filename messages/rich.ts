// Messages with elements in them. A message is a constant or a function of the catalogue; one with links or emphasis gets
// a function for each, so that a translation can put them where its sentence needs them.
import { createElement, Fragment, type ReactNode } from 'react'

/** What is inserted into a sentence as text. */
export type Part = string | number
/** An element that stands in a sentence. */
export type Node = ReactNode
/** Makes the element around words of the sentence. */
export type Tag = (text: string) => ReactNode

/** A name or a title in a sentence without elements, such as that of a notification, where it may stand out. */
export type Name = { text: string; stands?: true }
/** Such a sentence, in the order of its language. */
export type Sentence = (Name | string)[]

/** A sentence of texts and elements. */
export const rich = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)
