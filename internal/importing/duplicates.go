package importing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

// maxSharing limits rows with a contact that identifies a customer by name. A more frequent contact is a placeholder,
// such as the shop's landline. It also keeps the search linear.
const maxSharing = 10

// otherPersonRow has a phone or e-mail of an earlier row of another person.
type otherPersonRow struct {
	row    Row
	reason string
}

// join joins rows with the same phone, or the same e-mail if one has no phone. Another name for a phone is another
// person, whom the staff add by hand.
func (b *builder) join(row Row) {
	at, found := b.earlier(row)
	if !found {
		b.file.Rows = append(b.file.Rows, row)
		b.index(len(b.file.Rows) - 1)
		return
	}
	if reason := reasonOfOtherPerson(b.file.Rows[at], row); reason != "" {
		b.otherPersons = append(b.otherPersons, otherPersonRow{row, reason})
		return
	}
	b.absorb(&b.file.Rows[at], row)
	b.index(at)
}

// earlier returns an earlier row with the same phone or e-mail. It prefers a row of the same person to another's.
func (b *builder) earlier(row Row) (at int, found bool) {
	var candidates []int
	if at, found := b.byPhone[row.Phone]; found && row.Phone != "" {
		candidates = append(candidates, at)
	}
	for _, at := range b.byEmail[row.Email] {
		if row.Email != "" && (row.Phone == "" || b.file.Rows[at].Phone == "") {
			candidates = append(candidates, at)
		}
	}
	for _, at := range candidates {
		if reasonOfOtherPerson(b.file.Rows[at], row) == "" {
			return at, true
		}
	}
	if len(candidates) == 0 {
		return 0, false
	}
	return candidates[0], true
}

func reasonOfOtherPerson(first, row Row) string {
	const other = "Tiene el mismo teléfono o correo que la fila %d (%s), con %s. Si es otra persona, añádela a mano."
	switch {
	case !IsSameName(first.Name, row.Name):
		return fmt.Sprintf(other, first.Number, first.Name, "otro nombre")
	case IsOtherGeneration(first.Birthday, row.Birthday):
		return fmt.Sprintf(other, first.Number, first.Name, "otra fecha de nacimiento")
	}
	return ""
}

// IsOtherGeneration reports whether birthdays are a parent's and a child's, who may share name and phone. A shorter
// distance may be a typing mistake; a missing birthday says nothing.
func IsOtherGeneration(a, b loyalty.Day) bool {
	const years = 14
	if a == "" || b == "" {
		return false
	}
	distance := number(string(a[:4])) - number(string(b[:4]))
	return max(distance, -distance) > years
}

// IsIdentifiedBy reports whether e-mail or birthday identify the row's person among records with the name.
func (r Row) IsIdentifiedBy(email string, birthday loyalty.Day) bool {
	return r.Email != "" && r.Email == email || r.Birthday != "" && r.Birthday == birthday
}

// IsSamePerson reports whether a record with this name and birthday may be the row's.
func (r Row) IsSamePerson(name string, birthday loyalty.Day) bool {
	return IsSameName(name, r.Name) && !IsOtherGeneration(birthday, r.Birthday)
}

// NarrowDown chooses among persons with the row's name. It returns the one whom the row's e-mail or birthday identifies,
// or all persons if it identifies none or several.
func NarrowDown[T any](row Row, persons []T, contactsOf func(T) (email string, birthday loyalty.Day)) []T {
	matches := slices.DeleteFunc(slices.Clone(persons), func(person T) bool { return !row.IsIdentifiedBy(contactsOf(person)) })
	if len(matches) == 1 {
		return matches
	}
	return persons
}

func (b *builder) absorb(first *Row, row Row) {
	b.notice("Filas repetidas que se han unido en una", row.Name, max(first.Number, row.Number))
	numbers := slices.Concat([]int{first.Number, row.Number}, first.Duplicates, row.Duplicates)
	slices.Sort(numbers)
	first.Number, first.Duplicates = numbers[0], numbers[1:]
	if len(row.Name) > len(first.Name) {
		first.Name = row.Name
	}
	first.absorbContacts(row)
	first.Birthday = cmp.Or(first.Birthday, row.Birthday)
	first.notes, first.unknown = withNewTexts(first.notes, row.notes), withNewTexts(first.unknown, row.unknown)
	for _, claim := range row.Claims {
		if !slices.Contains(first.Claims, claim) {
			first.Claims = append(first.Claims, claim)
		}
	}
	first.Stamps, first.LastVisit = max(first.Stamps, row.Stamps), max(first.LastVisit, row.LastVisit)
}

func (r *Row) absorbContacts(row Row) {
	if r.Phone == "" && row.Phone != "" {
		r.Phone, r.TypedPhone, r.PhoneFault = row.Phone, row.TypedPhone, ""
	}
	for _, phone := range slices.Concat([]string{row.Phone}, row.OtherPhones) {
		r.addOtherPhone(phone)
	}
	r.Email = cmp.Or(r.Email, row.Email)
	for _, email := range slices.Concat([]string{row.Email}, row.OtherEmails) {
		r.addOtherEmail(email)
	}
}

func withNewTexts(texts, newTexts []string) []string {
	for _, text := range newTexts {
		if !slices.ContainsFunc(texts, func(knownText string) bool { return strings.Contains(knownText, text) }) {
			texts = append(texts, text)
		}
	}
	return texts
}

func (b *builder) index(at int) {
	row := b.file.Rows[at]
	if row.Phone != "" {
		b.byPhone[row.Phone] = at
	}
	if sharing := b.byEmail[row.Email]; row.Email != "" && len(sharing) < maxSharing && !slices.Contains(sharing, at) {
		b.byEmail[row.Email] = append(b.byEmail[row.Email], at)
	}
}
