package httpapi

import "axioma/internal/loyalty"

// Look is how the card of a business looks.
type Look struct {
	Colour loyalty.Colour `json:"colour" enum:"GREEN,TEAL,BLUE,PURPLE,RED,BROWN,OLIVE,BLACK" doc:"Of the business's sign, and of the stamps on its cards"`
}

func lookOf(b loyalty.Business) Look { return Look{Colour: b.Colour.OrOurs()} }
