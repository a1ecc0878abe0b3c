package importing

import (
	"cmp"
	"maps"
	"slices"

	"axioma/internal/loyalty"
)

// secondContacts joins rows if one's contact is a second one of a row with the same name: 'Ana; mobile; landline' and
// 'Ana; landline'. Two mobiles beside one landline may be a father's and a son's: they stay apart.
type secondContacts struct {
	*builder
	byContact map[string][]int // rows by second phone and e-mail
	byPhone   map[string]int
	joinedTo  map[int]int // row with the data, by joined row
	ambiguous map[int]bool
}

// joinSecondContacts joins rows by their second contacts. It runs last, so that the order of rows does not matter.
func (b *builder) joinSecondContacts() {
	s := secondContacts{b, map[string][]int{}, map[string]int{}, map[int]int{}, map[int]bool{}}
	for at, row := range b.file.Rows {
		for _, contact := range slices.Concat(row.OtherPhones, row.OtherEmails) {
			s.byContact[contact] = append(s.byContact[contact], at)
		}
		if row.Phone != "" {
			s.byPhone[row.Phone] = at
		}
	}
	maps.DeleteFunc(s.byContact, func(_ string, sharing []int) bool { return len(sharing) > maxSharing })
	// Ambiguous rows wait: two candidates may turn out to be one person.
	var ambiguous []int
	for at := range b.file.Rows {
		if persons := s.personsOfRow(at); len(persons) > 1 {
			ambiguous = append(ambiguous, at)
		} else {
			s.joinRow(at, persons)
		}
	}
	for _, at := range ambiguous {
		s.joinRow(at, s.personsOfRow(at))
	}
	for _, other := range b.otherPersons {
		s.joinOtherPerson(other)
	}
	b.file.Rows = s.remaining()
}

func (r Row) soleContact() string { return cmp.Or(r.Phone, r.Email) }

func (s secondContacts) personsOfRow(at int) []int {
	row := s.file.Rows[at]
	return s.personsOf(row, at, s.byContact[row.soleContact()])
}

func (s secondContacts) joinRow(at int, persons []int) {
	row := s.file.Rows[at]
	switch {
	case len(persons) == 1:
		s.joinedTo[at] = persons[0]
		s.absorb(&s.file.Rows[persons[0]], row)
	case len(persons) > 1:
		s.ambiguous[at] = true
		for _, number := range append([]int{row.Number}, row.Duplicates...) {
			s.skip(number, "Puede ser de la fila %d o de la %d, que tienen el mismo nombre y este teléfono o correo. Añade aquí su móvil.",
				s.file.Rows[persons[0]].Number, s.file.Rows[persons[1]].Number)
		}
	}
}

// joinOtherPerson joins a row with another person's phone to the person whom its own contacts name, or skips it.
func (s secondContacts) joinOtherPerson(other otherPersonRow) {
	const noRow = -1
	candidates := slices.Clone(s.byContact[other.row.soleContact()])
	for _, phone := range other.row.OtherPhones {
		if at, found := s.byPhone[phone]; found {
			candidates = append(candidates, at)
		}
	}
	persons := s.personsOf(other.row, noRow, candidates)
	if len(persons) != 1 {
		s.skip(other.row.Number, "%s", other.reason)
		return
	}
	s.absorb(&s.file.Rows[persons[0]], other.row)
}

// personsOf returns the candidates with the row's name, or the one among them whom e-mail or birthday identifies.
func (s secondContacts) personsOf(row Row, own int, candidates []int) (persons []int) {
	for _, at := range candidates {
		for next, isJoined := s.joinedTo[at]; isJoined; next, isJoined = s.joinedTo[at] {
			at = next
		}
		other := s.file.Rows[at]
		isSame := row.Name != "" && other.Name != "" && row.IsSamePerson(other.Name, other.Birthday)
		if at != own && isSame && !s.ambiguous[at] && !slices.Contains(persons, at) {
			persons = append(persons, at)
		}
	}
	return NarrowDown(row, persons, func(at int) (string, loyalty.Day) { return s.file.Rows[at].Email, s.file.Rows[at].Birthday })
}

func (s secondContacts) remaining() (rows []Row) {
	for at, row := range s.file.Rows {
		if _, isJoined := s.joinedTo[at]; !isJoined && !s.ambiguous[at] {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.Number, b.Number) })
	return rows
}
