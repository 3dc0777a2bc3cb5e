import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { chunkFault, chunkWords } from '#web/kit/chunks.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'

const broken = {
  title: '页面出现错误',
  text: '已填写的内容可能没有保存。刷新后重试；若仍出现，请联系工作人员处理。',
}

/** A screen that broke; a script that does not come is waited for (`arriving`) and seldom ends here. */
export const CrashScreen = () => {
  const error = useRouteError()
  const fault = chunkFault(error)
  useEffect(() => {
    console.error(fault ? `${fault.code} ${fault.address}` : '', error)
  }, [error, fault])
  const words = fault ? chunkWords(fault) : broken
  return <NoticeScreen title="" empty={{ ...words, action: { name: '刷新', run: () => location.reload() } }} />
}
