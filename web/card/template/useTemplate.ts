/** What is drawn on a template as its author sees it: kept in the tab at every change, saved when asked. */
import { useEffect, useMemo, useState } from 'react'
import type { drawnTemplate } from '#shared/card/template/template.calls.ts'
import { updateTemplate } from '#shared/card/template/template.calls.ts'
import { templateFaults } from '#shared/card/template/template.rules.ts'
import type { TemplateArea, TemplatePage } from '#shared/card/template/template.types.ts'
import { act, refresh } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { tabStore } from '#web/kit/ports.ts'

export type Drawn = OutputOf<typeof drawnTemplate>
type Pages = Drawn['pages']
type Kept = {
  version: number
  pages: Pick<TemplatePage, 'pageNumber' | 'isBlankPage' | 'featureRecognition' | 'areas'>[]
}

const keyOf = (templateId: string) => `template-draft.${templateId}`

/** What this tab had drawn over the same version, if it was left unsaved. */
const restored = ({ templateId, version, pages }: Drawn): Pages => {
  const text = tabStore.get(keyOf(templateId))
  if (!text) return pages
  const kept = JSON.parse(text) as Kept
  if (kept.version !== version) return pages
  return pages.map((p) => ({ ...p, ...kept.pages.find((k) => k.pageNumber === p.pageNumber) }))
}

/** A drawn area gives way to what was found in it, if it is of the same type: a block keeps its score boxes inside. */
const within = (area: TemplateArea, replaced: string | null, found: readonly TemplateArea[]): boolean =>
  area.areaId === replaced && found.some((f) => f.type === area.type)

export const useTemplate = (drawn: Drawn) => {
  const { templateId } = drawn
  const [pages, setPages] = useState<Pages>(() => restored(drawn))
  const [version, setVersion] = useState(drawn.version)
  const [dirty, setDirty] = useState(() => restored(drawn) !== drawn.pages)
  const [before, setBefore] = useState<Pages[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const [number, setNumber] = useState(1)

  useEffect(() => {
    if (!dirty) return
    const kept: Kept = {
      version,
      pages: pages.map(({ pageNumber, isBlankPage, featureRecognition, areas }) => ({
        pageNumber,
        isBlankPage,
        featureRecognition,
        areas,
      })),
    }
    tabStore.set(keyOf(templateId), JSON.stringify(kept))
  }, [dirty, pages, templateId, version])

  const change = (next: Pages): void => {
    setBefore((all) => [...all.slice(-49), pages])
    setPages(next)
    setDirty(true)
  }
  const page = pages.find((p) => p.pageNumber === number) ?? pages[0]
  const onPage = (make: (p: Pages[number]) => Pages[number]): void =>
    change(pages.map((p) => (p === page ? make(p) : p)))
  const faults = useMemo(() => templateFaults(pages), [pages])

  return {
    templateId,
    version,
    pages,
    page,
    dirty,
    faults,
    chosen: page?.areas.find((a) => a.areaId === chosen) ?? null,
    choose: setChosen,
    /** Goes to what is wrong. */
    show: (fault: { page?: number | undefined; areaId?: string | undefined }) => {
      if (fault.page !== undefined) setNumber(fault.page)
      setChosen(fault.areaId ?? null)
    },
    turnTo: (n: number) => {
      setNumber(n)
      setChosen(null)
    },
    set: (patch: Partial<Pages[number]>) => onPage((p) => ({ ...p, ...patch })),
    /** `instead`: the area that was drawn for the machine to look into; what it found takes its place. */
    add: (areas: readonly TemplateArea[], instead?: string) => {
      const replaced = instead !== undefined && areas.some((a) => a.grid) ? instead : null
      onPage((p) => ({ ...p, areas: [...p.areas.filter((a) => !within(a, replaced, areas)), ...areas] }))
      setChosen(areas.at(-1)?.areaId ?? null)
    },
    put: (area: TemplateArea) =>
      onPage((p) => ({ ...p, areas: p.areas.map((a) => (a.areaId === area.areaId ? area : a)) })),
    remove: (areaId: string) => {
      onPage((p) => ({ ...p, areas: p.areas.filter((a) => a.areaId !== areaId) }))
      setChosen(null)
    },
    undo: () => {
      const last = before.at(-1)
      if (!last) return
      setPages(last)
      setBefore(before.slice(0, -1))
      setDirty(true)
    },
    mayUndo: before.length > 0,
    /** Answers the version that the server has now. */
    save: async (): Promise<number> => {
      if (!dirty) return version
      const sent = pages.map(({ pageNumber, isBlankPage, featureRecognition, areas }) => ({
        pageNumber,
        isBlankPage,
        featureRecognition,
        areas,
      }))
      const saved = await act(updateTemplate, { templateId, version, pages: sent })
      setVersion(saved.version)
      setDirty(false)
      tabStore.set(keyOf(templateId), '')
      return saved.version
    },
    /** What the server has is loaded anew: pages were added, turned or taken out. */
    again: () => {
      tabStore.set(keyOf(templateId), '')
      void refresh(['template'])
    },
  }
}
export type TemplateDesk = ReturnType<typeof useTemplate>
