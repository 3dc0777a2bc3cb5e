/** What is done to the page at hand: found in its picture, turned, taken out. */
import * as calls from '#shared/card/template/template.calls.ts'
import * as drawing from '#shared/card/template/templateDraw.calls.ts'
import type { TemplateArea } from '#shared/card/template/template.types.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'
import type { TemplateDesk } from './useTemplate.ts'

type Finding =
  typeof drawing.drawQuestions | typeof drawing.drawAnchors | typeof drawing.drawChoices | typeof drawing.drawScores

/** Slants below this are none. */
const level = 0.1

export const useTemplateTools = (desk: TemplateDesk, barred: string | false, onCorners: () => void) => {
  const { templateId, page, chosen } = desk
  const on = { templateId, pageNumber: page?.pageNumber ?? 1 }
  const none = barred || (!page && '请先上传图像')
  const propose = async (call: Finding, within?: TemplateArea, more: object = {}): Promise<void> => {
    const { areas } = await act(call, { ...on, ...(within ? { rect: within.rect } : {}), ...more })
    desk.add(areas, within?.areaId)
    toast('success', `找到${areas.length}处，请核对后保存`)
  }
  const feature = async (): Promise<void> => {
    const { patches, enough } = await act(drawing.drawFeature, on)
    desk.set({ featureRecognition: enough })
    if (enough) toast('success', `这一页有${patches}处可以辨认的版面特征，已启用按版面特征定位`)
    else toast('warning', `这一页只有${patches}处可以辨认的版面特征，不够定位，请画至少3个定位区`)
  }
  const turn = async (degrees: number): Promise<void> => {
    await act(calls.turnTemplatePage, { ...on, version: await desk.save(), degrees })
    desk.again()
  }
  const straighten = async (): Promise<void> => {
    const [{ degrees }, { onSide }] = await Promise.all([
      act(drawing.adjustHorizon, on),
      act(drawing.imageOrientation, on),
    ])
    if (onSide) toast('warning', '文字像是横着的，请先旋转90°')
    else if (Math.abs(degrees) < level) toast('success', '这一页已经水平')
    else await turn(-degrees)
  }
  /** The mark under a click becomes a locating point. */
  const point = async (x: number, y: number): Promise<void> => {
    const { area } = await act(drawing.findPoint, { ...on, x, y })
    if (area) desk.add([area])
    else toast('warning', '这里没有可以定位的图形，请点在黑色图形上，或拖动画出')
  }
  const remove = async (): Promise<void> => {
    const version = await desk.save()
    await act(calls.deleteTemplateImage, { ...on, version })
    desk.again()
  }
  const redrawn = page && page.areas.length > 0 ? `这一页画好的${page.areas.length}个区域要重画。` : undefined
  const asked = redrawn ? { confirm: redrawn } : {}
  const finding: Action[] = [
    { name: '识别整页填涂区', barred: none, run: () => propose(drawing.drawQuestions) },
    { name: '识别定位块', barred: none, run: () => propose(drawing.drawAnchors) },
    {
      name: '识别选中区域内的填涂格',
      barred: none || (!chosen && '请先选中一个区域'),
      run: () => propose(drawing.drawChoices, chosen!, { type: chosen!.type }),
    },
    {
      name: '识别选中区域内的打分框',
      barred: none || (!chosen && '请先选中一个区域'),
      run: () => propose(drawing.drawScores, chosen!),
    },
    { name: '查找版面特征', barred: none, run: feature },
  ]
  const picture: Action[] = [
    { name: '自动校正水平', barred: none, ...asked, run: straighten },
    { name: '拖动四角拉正', barred: none, run: onCorners },
    { name: '向右旋转90°', barred: none, ...asked, run: () => turn(90) },
    { name: '旋转180°', barred: none, ...asked, run: () => turn(180) },
    {
      name: '删除这一页',
      barred: none,
      confirm: page ? `删除第${page.pageNumber}页和画在上面的${page.areas.length}个区域，后面的页码依次提前。` : '',
      run: remove,
    },
  ]
  return { finding, picture, point }
}
