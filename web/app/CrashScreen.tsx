import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'

const isChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|preload CSS/i.test(error.message)

/** A screen that broke, or whose script did not come. */
export const CrashScreen = () => {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <Page title="">
      <EmptyState
        empty={
          isChunk(error)
            ? {
                title: '页面没有加载出来',
                text: '网络中断，或系统刚刚更新。刷新后即可继续。',
                action: { name: '刷新', run: () => location.reload() },
              }
            : {
                title: '页面出现错误',
                text: '已填写的内容可能没有保存。刷新后重试；若仍出现，请联系工作人员处理。',
                action: { name: '刷新', run: () => location.reload() },
              }
        }
      />
    </Page>
  )
}
