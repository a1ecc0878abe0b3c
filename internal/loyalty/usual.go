package loyalty

import "time"

// Limits of 'lo de siempre', the usual cut of a customer.
const (
	MaxUsualPictures = 3
	MaxUsualNote     = 160 // characters: two lines at the counter
)

// UsualPicture describes a picture of a customer's usual cut. Its content never changes.
type UsualPicture struct {
	ID         string
	CustomerID string
	TakenAt    time.Time
	TakenBy    string // user id
	Width      int    // pixels
	Height     int
}

// UsualPermission is what a customer said at the counter when asked for the consent to the note and pictures. For a
// minor the guardian says it.
type UsualPermission struct {
	Granted  bool
	Guardian Guardian // of a minor; the name may be empty if it is on file
}

// CleanUsualNote returns the note in one line, or a validation error.
func CleanUsualNote(text string) (string, error) {
	clean, fault := cleanLine(text, MaxUsualNote)
	if fault == faultLong {
		fault = "Como mucho 160 caracteres: dos líneas."
	}
	if fault != "" {
		return "", InvalidField("note", fault)
	}
	return clean, nil
}

// CleanGuardian returns the name of the guardian who consents for a minor, or a validation error by field. known is the
// name on file, empty for none.
func (p UsualPermission) CleanGuardian(known string) (string, error) {
	c := validator{}
	said := p.Guardian
	if said.Name == "" {
		said.Name = known
	}
	name := c.guardian(said)
	return name, c.err()
}
