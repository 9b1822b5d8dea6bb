// What makes a discussion worth answering. The first three follow the form; the rest is the writer's to keep.
import { Check, Circle } from 'lucide-react'
import { Link } from 'react-router'

type ChecklistProps = { done: { title: boolean; category: boolean; content: boolean } }

export function Checklist({ done }: ChecklistProps) {
  return (
    <aside aria-labelledby="checklist" className="rounded-card border border-line bg-surface p-4">
      <h2 id="checklist" className="font-sans text-15 font-semibold">
        Before you post
      </h2>
      <ul className="mt-2 space-y-2 text-14">
        <Point done={done.title}>A clear title that says what it is about</Point>
        <Point done={done.category}>The category where others will look</Point>
        <Point done={done.content}>Facts that help to answer: dates, amounts, what you tried</Point>
      </ul>
      <h3 className="mt-4 font-sans text-14 font-semibold">Keep in mind</h3>
      <ul className="mt-1 list-disc space-y-1.5 pl-5 text-14 text-muted">
        <li>No tips, no guaranteed returns</li>
        <li>Say so if you hold what you write about</li>
        <li>No PAN, Aadhaar, account or phone numbers</li>
      </ul>
      <p className="mt-3 text-13 text-muted">
        For education only, not financial advice.{' '}
        <Link to="/guidelines" className="text-accent underline underline-offset-2">
          Guidelines
        </Link>
      </p>
    </aside>
  )
}

function Point({ done, children }: { done: boolean; children: string }) {
  const Icon = done ? Check : Circle
  return (
    <li className={`flex gap-2 ${done ? 'text-text' : 'text-muted'}`}>
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${done ? 'text-accent' : ''}`} />
      <span>
        {children}
        <span className="sr-only">{done ? ' (done)' : ' (still missing)'}</span>
      </span>
    </li>
  )
}
