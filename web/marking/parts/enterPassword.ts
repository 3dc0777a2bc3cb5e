import { enterReadPassword } from '#shared/marking/password.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { prompt, toast } from '#web/kit/notices.ts'

/** The password before marking: asked for again as long as it is wrong. */
export const enterPassword = async (paperId: PaperId): Promise<void> => {
  const password = await prompt({
    title: '阅卷密码',
    text: '请输入考试管理者告诉您的六位密码，输入一次即可。',
    input: { label: '阅卷密码', check: (typed) => (typed.trim() === '' ? '请输入密码' : null) },
  })
  if (password === null) return
  await act(enterReadPassword, { paperId, password })
  toast('success', '密码正确，可以开始评阅')
}
