package store

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Page has at most Limit items after a cursor.
type Page struct {
	Limit int
	after []string
}

// NewPage reads a cursor with this number of keys, or "".
func NewPage(limit int, cursor string, keys int) (Page, error) {
	page := Page{Limit: limit}
	if cursor == "" {
		return page, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || json.Unmarshal(data, &page.after) != nil || len(page.after) != keys ||
		strings.Contains(strings.Join(page.after, ""), "\x00") {
		return page, errCursor()
	}
	return page, nil
}

func errCursor() error {
	return loyalty.InvalidField("cursor", "El cursor de la lista no es válido.")
}

func (p Page) instantKey() (int64, error) {
	millis, err := strconv.ParseInt(p.after[0], 10, 64)
	if err != nil {
		return 0, errCursor()
	}
	return millis, nil
}

// List is a page. Total counts all pages; Next is a cursor or "".
type List[T any] struct {
	Items []T
	Total int64
	Next  string
}

type lister[T any] struct {
	limit int
	total int64
	items []T
	keys  [][]string
}

func (l *lister[T]) add(item T, keys ...string) {
	l.items = append(l.items, item)
	l.keys = append(l.keys, keys)
}

func (l *lister[T]) overflows() bool { return len(l.items) > l.limit }

func (l *lister[T]) build() List[T] {
	page := List[T]{Items: l.items, Total: l.total}
	if page.Items == nil {
		page.Items = []T{}
	}
	if l.overflows() {
		page.Items = page.Items[:l.limit]
		page.Next = encodeCursor(l.keys[l.limit-1])
	}
	return page
}

func encodeCursor(keys []string) string {
	data, err := json.Marshal(keys)
	if err != nil {
		return "" // strings always marshal
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

type clause struct {
	conditions []string
	args       []any
}

func (c *clause) bind(value any) string {
	c.args = append(c.args, value)
	return "$" + strconv.Itoa(len(c.args))
}

func (c *clause) and(condition string) { c.conditions = append(c.conditions, condition) }

func (c *clause) sql() string {
	var out strings.Builder
	for _, condition := range c.conditions {
		out.WriteString(" AND " + condition)
	}
	return out.String()
}

// foldSQL approximates loyalty.Fold: SQLite lowercases only ASCII, so letters of Spain's languages are listed.
func foldSQL(column string) string {
	letters := []rune("ÁÀÉÈÍÏÓÒÚÜÑÇáàéèíïóòúüñç’‘")
	for i, plain := range "aaeeiioouuncaaeeiioouunc  " {
		column = `replace(` + column + `, '` + string(letters[i]) + `', '` + string(plain) + `')`
	}
	return `lower(replace(replace(` + column + `, '·', ''), '''', ' '))`
}

func afterInstant(where *clause, page Page, instantColumn, idColumn string) error {
	if page.after == nil {
		return nil
	}
	millis, err := page.instantKey()
	if err != nil {
		return err
	}
	where.and(`(` + instantColumn + `, ` + idColumn + `) < (` + where.bind(millis) + `, ` + where.bind(page.after[1]) + `)`)
	return nil
}

// PageOfLatest sorts latest first, then by id.
func PageOfLatest[T any](items []T, limit int, cursor string, keyOf func(*T) (time.Time, string)) (List[T], error) {
	page, err := NewPage(limit, cursor, 2)
	if err != nil {
		return List[T]{}, err
	}
	rest, err := nextPage(page, items, keyOf)
	if err != nil {
		return List[T]{}, err
	}
	slices.SortFunc(rest, func(a, b *T) int {
		first, firstID := keyOf(a)
		second, secondID := keyOf(b)
		return cmp.Or(second.Compare(first), strings.Compare(firstID, secondID))
	})
	list := lister[T]{limit: page.Limit, total: int64(len(items))}
	for _, item := range rest[:min(page.Limit+1, len(rest))] {
		at, id := keyOf(item)
		list.add(*item, strconv.FormatInt(at.UnixMilli(), 10), id)
	}
	return list.build(), nil
}

func nextPage[T any](p Page, items []T, keyOf func(*T) (time.Time, string)) ([]*T, error) {
	var last int64
	if p.after != nil {
		var err error
		if last, err = p.instantKey(); err != nil {
			return nil, err
		}
	}
	pointers := make([]*T, 0, len(items))
	for n := range items {
		at, id := keyOf(&items[n])
		if p.after == nil || cmp.Or(cmp.Compare(last, at.UnixMilli()), strings.Compare(id, p.after[1])) > 0 {
			pointers = append(pointers, &items[n])
		}
	}
	return pointers, nil
}

func placeholders(first int, values []string) (args []any, list string) {
	for i, value := range values {
		if i > 0 {
			list += ", "
		}
		list += "$" + strconv.Itoa(first+i)
		args = append(args, value)
	}
	return args, list
}
