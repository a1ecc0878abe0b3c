package graphtest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
)

type picture struct {
	sender  string
	content []byte
}

// largestPicture is in bytes:
// https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types
const largestPicture = 5 << 20

func (g *Graph) takePicture(w http.ResponseWriter, r *http.Request, sender string) {
	content, problem := readPicture(r)
	if problem != nil {
		problem.write(w)
		return
	}
	g.respond(w, g.PictureFaults(), func() any { return map[string]any{"id": g.storePicture(sender, content)} })
}

func readPicture(r *http.Request) ([]byte, *refusal) {
	file, header, err := r.FormFile("file")
	switch {
	case err != nil:
		return nil, newRefusal(100, "The parameter file is required.", "")
	case r.FormValue("messaging_product") != "whatsapp":
		return nil, newRefusal(100, "The parameter messaging_product is required.", "")
	case r.FormValue("type") == "":
		return nil, newRefusal(100, "The parameter type is required.", "")
	case header.Header.Get("Content-Type") != "image/png" || r.FormValue("type") != "image/png":
		return nil, newRefusal(100, "Param file must be a file with one of the following types: image/jpeg, image/png", "Received file of type '"+header.Header.Get("Content-Type")+"'")
	case header.Size > largestPicture:
		return nil, newRefusal(131053, "Media upload error", "The file is larger than 5 MB")
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, newRefusal(131053, "Media upload error", err.Error())
	}
	if !isRGB(content) {
		return nil, newRefusal(131053, "Media upload error", "Images must be 8-bit, RGB or RGBA")
	}
	return content, nil
}

func isRGB(content []byte) bool {
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return false
	}
	switch picture.(type) {
	case *image.RGBA, *image.NRGBA:
		return true
	}
	return false
}

func (g *Graph) storePicture(sender string, content []byte) string {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	id := fmt.Sprint(1_000_000 + len(g.pictures))
	g.pictures[id] = picture{sender, content}
	return id
}

func (g *Graph) hasPicture(sender, id string) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	storedPicture, found := g.pictures[id]
	return found && storedPicture.sender == sender
}
