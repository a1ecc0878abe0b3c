import { expect, test } from 'vitest'
import { controlOf, labelsOf } from './labels'

const page = `
  <label for="name" id="l1">Name</label><input id="name">
  <label id="l2">Note <span><textarea id="note"></textarea></span><input id="other"></label>
  <label for="name" id="l3">Once more</label>
  <label for="kept" id="l4">Hidden<input id="inside"></label><input type="hidden" id="kept">
  <label for="nothing" id="l5">Of nothing<select id="chosen"></select></label>
  <label for="" id="l6">Empty<input id="empty"></label>
  <label for="text" id="l7">Of no field</label><div id="text"></div>
  <label for="send" id="l8">Send</label><button id="send" type="button"></button><input>`

const idsOf = (elements: Iterable<Element> | null) => elements && [...elements].map((element) => element.id)

function pageOfItsOwn(): Document {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const inside = frame.contentDocument
  if (!inside) throw new Error('the frame has no page')
  inside.body.innerHTML = page
  return inside
}

test('finds the field of a label as jsdom does', () => {
  const labels = [...pageOfItsOwn().querySelectorAll('label')]
  expect(labels.map((label) => controlOf(label)?.id)).toEqual(labels.map((label) => label.control?.id))
  expect(labels.filter((label) => label.control)).toHaveLength(4)
})

test('finds the labels of a field as jsdom does', () => {
  const fields = [...pageOfItsOwn().querySelectorAll<HTMLInputElement>('input, textarea, select, button')]
  expect(fields.map((field) => idsOf(labelsOf(field)))).toEqual(fields.map((field) => idsOf(field.labels)))
  expect(fields.flatMap((field) => [...(field.labels ?? [])])).toHaveLength(4)
})
