package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestKnownInstallation_Changes_NamesWhatDiffers(t *testing.T) {
	t.Parallel()
	knownInstallation := loyalty.KnownInstallation{}.With(loyalty.Installation{Database: "file 1", Machine: "m1", URL: "https://a.example", Progress: 7})
	for name, c := range map[string]struct {
		here loyalty.Installation
		want string
	}{
		"a restart":                          {loyalty.Installation{Database: "file 1", Machine: "m1", URL: "https://a.example"}, ""},
		"a container without id":             {loyalty.Installation{Database: "file 1", URL: "https://a.example"}, ""},
		"an installation without an address": {loyalty.Installation{Database: "file 1", Machine: "m1"}, ""},
		"a copied folder":                    {loyalty.Installation{Database: "file 2", Machine: "m1", URL: "https://a.example"}, "DATABASE"},
		"a cloned machine":                   {loyalty.Installation{Database: "file 1", Machine: "m2", URL: "https://a.example"}, "MACHINE"},
		"another address":                    {loyalty.Installation{Database: "file 1", Machine: "m1", URL: "https://b.example"}, "URL"},
		"everything":                         {loyalty.Installation{Database: "file 2", Machine: "m2", URL: "https://b.example"}, "DATABASE,MACHINE,URL"},
		"a mark as new as the data":          {loyalty.Installation{Database: "file 1", Machine: "m1", Progress: 7}, ""},
		"data that were set back":            {loyalty.Installation{Database: "file 1", Machine: "m1", Progress: 8}, "PROGRESS"},
		"an empty installation":              {loyalty.Installation{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := knownInstallation.Changes(c.here); got != c.want {
				t.Errorf("the changes are %q, want %q", got, c.want)
			}
			if again := knownInstallation.With(c.here).Changes(c.here); again != "" {
				t.Errorf("a known installation has the changes %q, want none", again)
			}
		})
	}
	if changes := (loyalty.KnownInstallation{}).Changes(loyalty.Installation{Database: "file 1", URL: "https://a.example", Progress: 3}); changes != "" {
		t.Errorf("the first start has the changes %q, want none", changes)
	}
	if changes := loyalty.MovedInstallation().Changes(loyalty.Installation{Database: "file 1"}); changes != "DATABASE" {
		t.Errorf("a moved installation has the changes %q, want DATABASE", changes)
	}
}

func TestKnownInstallation_TwoAddresses_AreBothKnown(t *testing.T) {
	t.Parallel()
	first := loyalty.Installation{Database: "server 1", URL: "https://a.example"}
	second := loyalty.Installation{Database: "server 1", URL: "https://b.example"}
	knownInstallation := loyalty.KnownInstallation{}.With(first).With(second)
	if changes := knownInstallation.Changes(first) + knownInstallation.Changes(second); changes != "" {
		t.Errorf("the changes are %q, want none", changes)
	}
	clone := knownInstallation.With(loyalty.Installation{Database: "server 2", URL: "https://b.example"})
	if changes := clone.Changes(loyalty.Installation{Database: "server 2", URL: "https://a.example"}); changes != "URL" {
		t.Errorf("a clone with the former address has the changes %q, want URL", changes)
	}
}
