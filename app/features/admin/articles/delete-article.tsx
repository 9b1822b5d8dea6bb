// Asks, and deletes an article for good.

import { useQueryClient } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { adminQueries } from '../query-options.ts'
import { deleteArticle } from './article-mutations.ts'

type DeleteArticleProps = {
  /** Null: nothing is asked. */
  article: { id: string; title: string } | null
  onClose: () => void
  onDeleted: () => void | Promise<void>
}

export function DeleteArticle({ article, onClose, onDeleted }: DeleteArticleProps) {
  const queries = useQueryClient()
  const [remove, isBusy] = useAsyncAction(async () => {
    if (!article) return
    try {
      await deleteArticle(await client(), article.id)
      await queries.invalidateQueries({ queryKey: adminQueries.articles })
      onClose()
      toast({ title: 'Article deleted', text: `"${article.title}" has been permanently deleted.` })
      // Leads away from its page first, which would otherwise look for it again.
      await onDeleted()
      await queries.invalidateQueries({ queryKey: adminQueries.articles })
    } catch (failure) {
      console.warn('article was not deleted', failure)
      toast({
        title: 'Failed to delete',
        text: 'There was an error deleting the article. Please try again.',
        variant: 'destructive',
      })
    }
  })
  return (
    <ConfirmDialog
      open={article !== null}
      onClose={onClose}
      onConfirm={() => void remove()}
      title="Delete article"
      text={`Are you sure you want to delete "${article?.title ?? ''}"? This action cannot be undone.`}
      action="Delete Article"
      busyAction="Deleting..."
      busy={isBusy}
    />
  )
}
