import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { chunkFault, chunkWords } from './chunks.ts'
import { reloadOnce } from './reload.ts'

const broken = {
  title: '页面出现错误',
  text: '已填写的内容可能没有保存。刷新后重试；若仍出现，请联系工作人员处理。',
}

/** A screen that broke, or whose script did not come: that is loaded anew once, and then said. */
export const CrashScreen = () => {
  const error = useRouteError()
  const fault = chunkFault(error)
  useEffect(() => {
    console.error(fault ? `${fault.code} ${fault.address}` : '', error)
    if (fault) reloadOnce()
  }, [error, fault])
  const words = fault ? chunkWords(fault) : broken
  return (
    <Page title="">
      <EmptyState empty={{ ...words, action: { name: '刷新', run: () => location.reload() } }} />
    </Page>
  )
}
