package importing_test

import (
	"testing"

	"axioma/internal/importing"
)

func TestIsSameName(t *testing.T) {
	for name, test := range map[string]struct {
		one, other string
		same       bool
	}{
		"case and accents":                        {"ANA LOPEZ", "Ana López", true},
		"order":                                   {"López, Ana", "Ana López", true},
		"missing surname":                         {"Ana", "Ana López", true},
		"missing name":                            {"", "Ana López", true},
		"second surname":                          {"Ana López Ruiz", "ana lópez", true},
		"initial of the surname":                  {"Ana L.", "Ana López", true},
		"initial of the first name":               {"A. López", "Ana López", true},
		"both initials":                           {"A. L.", "Ana López", true},
		"initial of María":                        {"Mª Carmen López", "María del Carmen López", true},
		"initials of each other":                  {"Ana L.", "A. López", true},
		"initial of a first name of another word": {"L. López", "Ana López", false},
		"first name of a relative":                {"Pedro López", "Ana López", false},
		"first name alone":                        {"Pedro", "Ana López", false},
		"surname first, of a relative":            {"López Pedro", "López Ana", false},
		"longer first name":                       {"Anabel López", "Ana López", false},
		"another surname":                         {"Ana Ruiz", "Ana López", false},
	} {
		t.Run(name, func(t *testing.T) {
			if importing.IsSameName(test.one, test.other) != test.same || importing.IsSameName(test.other, test.one) != test.same {
				t.Errorf("%q and %q must be the same person: %v", test.one, test.other, test.same)
			}
		})
	}
}
