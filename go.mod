module adjudicate

go 1.26
