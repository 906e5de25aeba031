// Before the first paint: what needs scripts is shown, what replaces them is not.
document.documentElement.classList.add("scripted");
