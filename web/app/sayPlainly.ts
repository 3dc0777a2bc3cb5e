import { chunkWords } from '#web/kit/chunks.ts'
import type { ChunkFault } from '#web/kit/chunks.ts'

/** Says on the bare page, without any further script or style, what did not come and what to do. */
export const sayPlainly = (fault: ChunkFault | null): void => {
  const words = fault
    ? chunkWords(fault)
    : { title: '页面没有加载出来', text: '请检查网络后刷新；若仍出现，请联系工作人员处理。' }
  if (document.getElementById('said')) return
  const box = document.createElement('div')
  box.id = 'said'
  box.setAttribute('role', 'alert')
  box.style.cssText =
    'position:fixed;inset:0 0 auto;z-index:99;padding:16px 24px;font:16px/26px sans-serif;color:#242424;background:#fff;border-bottom:2px solid #b10e1c'
  const title = document.createElement('strong')
  title.textContent = words.title
  const text = document.createElement('p')
  text.textContent = words.text
  text.style.cssText = 'margin:4px 0 12px;white-space:pre-line;overflow-wrap:anywhere'
  const again = document.createElement('button')
  again.textContent = '刷新'
  again.style.cssText = 'font:inherit;padding:4px 20px'
  again.addEventListener('click', () => location.reload())
  box.append(title, text, again)
  document.body.append(box)
}
